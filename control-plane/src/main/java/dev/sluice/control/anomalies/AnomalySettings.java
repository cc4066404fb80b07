package dev.sluice.control.anomalies;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When hours are looked at.
 *
 * @param every between two looks
 * @param settle how long after its end an hour's calls may still be booked
 */
@ConfigurationProperties("sluice.anomalies")
public record AnomalySettings(
        @DefaultValue("5m") Duration every, @DefaultValue("10m") Duration settle) {}
