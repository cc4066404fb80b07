package dev.sluice.control.reports;

import dev.sluice.control.ledger.Rollups;
import dev.sluice.control.web.Refusal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;

/** Makes the sums of a span of days anew from the calls themselves. */
@Service
public class RollupRepairs {
    private static final Logger LOG = LoggerFactory.getLogger(RollupRepairs.class);

    /** Bookings wait while a span is made anew, so one run takes no more than this. */
    private static final int MOST_DAYS = 31;

    private final Rollups rollups;

    RollupRepairs(Rollups rollups) {
        this.rollups = rollups;
    }

    /** Both days included, in UTC. */
    @PreAuthorize("@guard.mayChangePlatform()")
    public void rebuild(LocalDate from, LocalDate to) {
        if (to.isBefore(from) || ChronoUnit.DAYS.between(from, to) >= MOST_DAYS) {
            throw Refusal.badRequest(
                    "'from' to 'to' has to be 1 to " + MOST_DAYS + " days, oldest first");
        }
        try {
            rollups.rebuild(from, to);
            LOG.info("roll-ups from {} to {} are made anew", from, to);
        } catch (SQLException away) {
            throw new DataAccessResourceFailureException("roll-ups cannot be made anew", away);
        }
    }
}
