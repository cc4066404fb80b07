package dev.sluice.control.rerating;

import dev.sluice.control.adjustments.Adjustment;
import dev.sluice.control.adjustments.AdjustmentBook;
import dev.sluice.control.adjustments.AdjustmentKind;
import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.metering.PriceBooks;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.PriceBook;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Shows what other prices would have made of booked calls, and adjusts accounts by it. */
@Service
public class ReRatingService {
    /** About a minute of rating. */
    private static final long MOST_CALLS = 2_000_000;

    private static final int MOST_LISTED = 200;

    private final ReRatingStore store;
    private final JdbcClient database;
    private final JdbcTemplate batches;
    private final PriceBooks books;
    private final ReRatingPrices prices;
    private final AdjustmentBook adjustments;
    private final ClosedMonths closed;
    private final KnownTenants tenants;
    private final AuditLog audit;
    private final Clock clock;

    ReRatingService(
            ReRatingStore store,
            JdbcClient database,
            JdbcTemplate batches,
            PriceBooks books,
            ReRatingPrices prices,
            AdjustmentBook adjustments,
            ClosedMonths closed,
            KnownTenants tenants,
            AuditLog audit,
            Clock clock) {
        this.store = store;
        this.database = database;
        this.batches = batches;
        this.books = books;
        this.prices = prices;
        this.adjustments = adjustments;
        this.closed = closed;
        this.tenants = tenants;
        this.audit = audit;
        this.clock = clock;
    }

    /** What-if: nothing is booked by it. */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional
    public ReRating propose(ReRatingForm form) {
        store.holdApprovals();
        var made = read(form);
        tenants.requireKnown(made.tenant());
        requireFew(made);
        store.insert(made);
        var run =
                new ReRatingRun(
                        database,
                        batches,
                        new WhatIf(books, made.model(), made.prices()),
                        made.id());
        try {
            run.walk(made.model(), made.tenant(), made.from(), made.to());
            store.finish(made.id(), run);
        } catch (ArithmeticException beyond) {
            throw Refusal.invalid(
                    "the re-rating has faults",
                    List.of(new FaultAt(null, "prices", "make a sum that is too large to book")));
        }
        note("propose", made);
        return store.find(made.id()).orElseThrow();
    }

    private ReRating read(ReRatingForm form) {
        var faults = new ArrayList<FaultAt>();
        var now = clock.instant();
        var wanted = prices.of(form, faults);
        if (form.model() == null || form.model().isBlank()) {
            faults.add(new FaultAt(null, "model", "is missing"));
        }
        if (form.reason() == null || form.reason().isBlank() || form.reason().length() > 500) {
            faults.add(new FaultAt(null, "reason", "is missing, or longer than 500 characters"));
        }
        var from = form.from() == null ? now : form.from();
        var to = form.to() == null ? now : form.to();
        if (!from.isBefore(to) || to.isAfter(now) || from.isBefore(Instant.EPOCH)) {
            faults.add(
                    new FaultAt(
                            null, "from", "'from' lies before 'to', and 'to' not in the future"));
        }
        if (!faults.isEmpty()) {
            throw Refusal.invalid("the re-rating has faults", faults);
        }
        return new ReRating(
                Uuid7.next(clock),
                "proposed",
                String.valueOf(form.model()),
                form.tenant(),
                from,
                to,
                wanted,
                String.valueOf(form.reason()),
                0,
                0,
                List.of(),
                List.of(),
                now,
                audit.actor(),
                null,
                null);
    }

    private void requireFew(ReRating made) {
        var calls =
                database.sql("SELECT count(*) " + ReRatingRun.CALLS)
                        .params(ReRatingRun.span(made.from(), made.to()))
                        .param("model", made.model())
                        .param("tenant", made.tenant())
                        .query(Long.class)
                        .single();
        if (calls > MOST_CALLS) {
            throw Refusal.tooLarge(
                    calls
                            + " calls are more than the "
                            + MOST_CALLS
                            + " that are rated at once: narrow it by tenant, 'from' and 'to'");
        }
    }

    /** Books one adjustment for each line; doing it again finds it done. */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional
    public ReRating approve(UUID id) {
        closed.holdOpen();
        var made = store.lock(id).orElseThrow(() -> Refusal.notFound("re-rating " + id));
        if (made.isApproved()) {
            return made;
        }
        if (store.isOutdated(made)) {
            throw Refusal.conflict(
                    "outdated",
                    "calls of it were re-rated or corrected since it was made: make it anew");
        }
        var now = clock.instant();
        int number = 0;
        for (var line : made.lines()) {
            number++;
            if (!line.difference().equals(Money.ZERO)) {
                adjustments.book(adjustment(made, line, number, now));
            }
        }
        store.approve(id, now, audit.actor());
        var approved = store.find(id).orElseThrow();
        note("approve", approved);
        return approved;
    }

    private Adjustment adjustment(ReRating made, ReRating.Line line, int number, Instant now) {
        return new Adjustment(
                Uuid7.next(clock),
                AdjustmentKind.RE_RATING,
                line.tenant(),
                line.app(),
                line.businessLine(),
                line.alias().isEmpty() ? null : line.alias(),
                line.model(),
                line.usedIn(),
                closed.bearing(line.tenant(), line.usedIn()),
                line.difference(),
                line.currency(),
                made.reason(),
                "re-rating:" + made.id() + ":" + number,
                now,
                audit.actor());
    }

    private void note(String action, ReRating made) {
        audit.note(
                List.of(
                        new AuditNote(
                                action,
                                "re-rating",
                                made.id().toString(),
                                made.tenant(),
                                null,
                                null,
                                SluiceJson.mapper().writeValueAsString(made))));
    }

    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional(readOnly = true)
    public ReRating find(UUID id) {
        return store.find(id).orElseThrow(() -> Refusal.notFound("re-rating " + id));
    }

    /** The newest, with their sums and without their lines. */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional(readOnly = true)
    public List<ReRating> list() {
        return store.list(MOST_LISTED);
    }

    /** The prices that a model had in a version; none where it was not there. */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional(readOnly = true)
    public List<Price> prices(long version, String model) {
        return books.of(version, model).map(PriceBook::prices).orElse(List.of());
    }
}
