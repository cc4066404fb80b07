package dev.sluice.control.metering;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the ledger is fed and looked after.
 *
 * @param consumers threads that read usage events in this process
 * @param sweepEvery between two looks for abandoned reservations
 * @param sweepGrace how long a lease has to be over
 * @param sweepCalm how long Redis must have answered before anything is swept
 * @param eventOverdue how long after its settle a call's event may take; then the receipt is booked
 */
@ConfigurationProperties("sluice.ledger")
public record LedgerSettings(
        @DefaultValue("1") int consumers,
        @DefaultValue("1s") Duration sweepEvery,
        @DefaultValue("15s") Duration sweepGrace,
        @DefaultValue("30s") Duration sweepCalm,
        @DefaultValue("5m") Duration eventOverdue) {}
