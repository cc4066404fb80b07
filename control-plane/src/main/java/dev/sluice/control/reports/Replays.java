package dev.sluice.control.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.ledger.Rollups;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.json.SluiceJson;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes the sums of a span of days anew from the calls themselves, in a bounded time. */
@Service
public class Replays {
    private static final int MOST_DAYS = 400;
    private static final int MOST_SECONDS = 300;

    private final Rollups rollups;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Replays(Rollups rollups, AuditLog audit, PlatformTransactionManager transactions, Clock clock) {
        this.rollups = rollups;
        this.audit = audit;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /**
     * How far it came.
     *
     * @param next the day to go on from when the time was up; absent when all is done
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Replay(
            LocalDate from, LocalDate to, List<Rollups.Rebuilt> days, @Nullable LocalDate next) {}

    /**
     * Both days included, in UTC, oldest first.
     *
     * @param mostSeconds after which no further day is begun
     */
    @PreAuthorize("@guard.mayChangePlatform()")
    public Replay run(LocalDate from, LocalDate to, int mostSeconds) {
        if (to.isBefore(from) || ChronoUnit.DAYS.between(from, to) >= MOST_DAYS) {
            throw Refusal.badRequest(
                    "'from' to 'to' has to be 1 to " + MOST_DAYS + " days, oldest first");
        }
        if (mostSeconds < 1 || mostSeconds > MOST_SECONDS) {
            throw Refusal.badRequest("'mostSeconds' has to be 1 to " + MOST_SECONDS);
        }
        var until = clock.instant().plus(Duration.ofSeconds(mostSeconds));
        var days = new ArrayList<Rollups.Rebuilt>();
        var next = from;
        do {
            days.add(rebuild(next));
            next = next.plusDays(1);
        } while (!next.isAfter(to) && clock.instant().isBefore(until));
        var replay = new Replay(from, to, List.copyOf(days), next.isAfter(to) ? null : next);
        transaction.executeWithoutResult(status -> note(replay));
        return replay;
    }

    private Rollups.Rebuilt rebuild(LocalDate day) {
        try {
            if (!rollups.isKept(day)) {
                throw Refusal.conflict(
                        "entries_dropped",
                        "retention has dropped entries around "
                                + day
                                + ": its sums stay as they"
                                + " are");
            }
            return rollups.rebuild(day);
        } catch (SQLException away) {
            throw new DataAccessResourceFailureException("roll-ups cannot be made anew", away);
        }
    }

    private void note(Replay replay) {
        audit.note(
                List.of(
                        new AuditNote(
                                "replay",
                                "usage",
                                replay.from() + "/" + replay.to(),
                                null,
                                null,
                                null,
                                SluiceJson.mapper().writeValueAsString(replay))));
    }
}
