package dev.sluice.control.reconciliation;

import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.reconciliation.bills.Bill;
import dev.sluice.control.reconciliation.bills.BillFormat;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.NearestName;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.DocumentKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Takes providers' bills in, and shows where they and the ledger differ. */
@Service
public class ReconciliationService {
    private static final int USUAL_DAYS = 31;
    private static final int MOST_DAYS = 400;
    private static final int MOST_ALARMS = 500;

    private final BillStore bills;
    private final Reconciler reconciler;
    private final Thresholds thresholds;
    private final Alarms alarms;
    private final DocumentStore documents;
    private final ChangeDesk desk;
    private final AccessGuard guard;
    private final AuditLog audit;
    private final Clock clock;

    ReconciliationService(
            BillStore bills,
            Reconciler reconciler,
            Thresholds thresholds,
            Alarms alarms,
            DocumentStore documents,
            ChangeDesk desk,
            AccessGuard guard,
            AuditLog audit,
            Clock clock) {
        this.bills = bills;
        this.reconciler = reconciler;
        this.thresholds = thresholds;
        this.alarms = alarms;
        this.documents = documents;
        this.desk = desk;
        this.guard = guard;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * Takes a file in; it replaces what older ones say of its days. The same file again is the one
     * that is there.
     */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional
    public BillView bring(String format, String upstream, String text) {
        requireUpstream(upstream);
        var form =
                BillFormat.find(format)
                        .orElseThrow(() ->
                                Refusal.badRequest(
                                        "'"
                                                + format
                                                + "' is not a format: use one of "
                                                + BillFormat.all()));
        var bill = form.read(text);
        requireRate(bill);
        requireBegun(bill);
        bills.lock(upstream);
        var sha256 = sha256(text);
        var same =
                bills.bills(upstream, bill.firstDay(), bill.lastDay()).stream()
                        .filter(it -> it.sha256().equals(sha256) && it.format().equals(form.text()))
                        .findFirst();
        if (same.isPresent() && !same.get().isReplaced()) {
            return same.get();
        }
        var view = view(form, upstream, bill, sha256);
        bills.insert(view, bill);
        var result = reconciler.of(upstream, bill.firstDay(), bill.lastDay());
        alarms.raise(view, result.currency(), result.rows(), view.madeAt());
        audit.note(
                List.of(
                        new AuditNote(
                                "import",
                                "provider-bill",
                                upstream + "/" + bill.firstDay() + "/" + bill.lastDay(),
                                null,
                                null,
                                null,
                                SluiceJson.mapper().writeValueAsString(view))));
        return view;
    }

    private BillView view(BillFormat form, String upstream, Bill bill, String sha256) {
        return new BillView(
                Uuid7.next(clock),
                upstream,
                form.text(),
                bill.firstDay(),
                bill.lastDay(),
                bills.nextVersion(upstream, bill),
                false,
                bill.tellsTokens(),
                bill.tellsMoney(),
                bill.currency(),
                bill.lines().size(),
                sha256,
                bill.warnings(),
                clock.instant(),
                audit.actor());
    }

    /** Takes a file back that should not have come in: what it replaced counts again. */
    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional
    public void remove(UUID id) {
        var view = bills.find(id).orElseThrow(() -> noBill(id));
        bills.lock(view.upstream());
        alarms.withdraw(id);
        if (!bills.remove(id)) {
            throw noBill(id); // somebody was faster
        }
        audit.note(
                List.of(
                        new AuditNote(
                                "delete",
                                "provider-bill",
                                view.upstream() + "/" + view.firstDay() + "/" + view.lastDay(),
                                null,
                                null,
                                SluiceJson.mapper().writeValueAsString(view),
                                null)));
    }

    private static Refusal noBill(UUID id) {
        return Refusal.notFound("imported bill '" + id + "'");
    }

    private void requireUpstream(String upstream) {
        var names = documents.all(DocumentKind.UPSTREAM).stream().map(it -> it.path()).toList();
        if (!names.contains(upstream)
                && documents.lastPublished(DocumentKind.UPSTREAM, upstream).isEmpty()) {
            throw Refusal.badRequest(
                    "there is no upstream '"
                            + upstream
                            + "'; "
                            + NearestName.of(upstream, names)
                                    .map(it -> "did you mean '" + it + "'?")
                                    .orElse("known are: " + String.join(", ", names)));
        }
    }

    /** A year typed wrong would stand beside nothing for ever. A day ahead is a zone's. */
    private void requireBegun(Bill bill) {
        var latest = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).plusDays(1);
        if (bill.lastDay().isAfter(latest)) {
            throw Refusal.badRequest(
                    "the bill is for " + bill.lastDay() + ", which has not begun yet");
        }
    }

    /** Without a rate nothing could be compared, now or later. */
    private void requireRate(Bill bill) {
        var currency = bill.currency();
        if (currency != null && !desk.installation().rates().knows(currency)) {
            throw Refusal.badRequest(
                    "the bill is in "
                            + currency
                            + ", and the installation has no exchange rate for it: give one under"
                            + " 'currencies' in the config");
        }
    }

    /** The drift of an upstream, or of each that has bills. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Reconciliation> of(
            @Nullable String upstream, @Nullable LocalDate from, @Nullable LocalDate to) {
        requirePlatform();
        var last = to == null ? LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) : to;
        var first = from == null ? last.minusDays(USUAL_DAYS - 1L) : from;
        if (last.isBefore(first) || first.plusDays(MOST_DAYS).isBefore(last)) {
            throw Refusal.badRequest(
                    "'from' is not after 'to', and they are at most 400 days apart");
        }
        if (upstream != null) {
            requireUpstream(upstream);
            return List.of(reconciler.of(upstream, first, last));
        }
        var upstreams = new TreeSet<String>();
        bills.bills(null, first, last).forEach(it -> upstreams.add(it.upstream()));
        return upstreams.stream().map(it -> reconciler.of(it, first, last)).toList();
    }

    /** Every file that was brought in, newest first, replaced ones too. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<BillView> bills(@Nullable String upstream) {
        requirePlatform();
        return bills.bills(upstream, LocalDate.EPOCH, LocalDate.of(9999, 1, 1));
    }

    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Alarms.Alarm> alarms(@Nullable String upstream) {
        requirePlatform();
        return alarms.list(upstream, MOST_ALARMS);
    }

    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Threshold> thresholds() {
        requirePlatform();
        var all = thresholds.all();
        return all.stream().anyMatch(it -> it.upstream() == null)
                ? all
                : java.util.stream.Stream.concat(
                                java.util.stream.Stream.of(Threshold.USUAL), all.stream())
                        .toList();
    }

    @PreAuthorize("@guard.mayKeepBooks()")
    @Transactional
    public Threshold set(Threshold threshold) {
        var upstream = threshold.upstream();
        if (upstream != null) {
            requireUpstream(upstream);
        }
        var before = thresholds.of(upstream == null ? "" : upstream);
        thresholds.set(threshold, clock.instant(), audit.actor());
        audit.note(
                List.of(
                        new AuditNote(
                                "set",
                                "reconciliation-threshold",
                                upstream == null ? "*" : upstream,
                                null,
                                null,
                                SluiceJson.mapper().writeValueAsString(before),
                                SluiceJson.mapper().writeValueAsString(threshold))));
        return threshold;
    }

    private void requirePlatform() {
        if (!guard.maySeePlatform()) {
            throw Refusal.forbidden("providers' bills are the platform's, not a tenant's");
        }
    }

    private static String sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
