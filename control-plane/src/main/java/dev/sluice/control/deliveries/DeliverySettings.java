package dev.sluice.control.deliveries;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How reports leave the house.
 *
 * @param every between two looks for what is due
 * @param timeout of each step of a try: connect, and answer
 * @param firstPause before the second try; each further pause is twice as long, six hours at most
 * @param tries after which a delivery has failed, until somebody asks for another one
 * @param privateAddresses whether webhooks may lead to loopback, link-local and private addresses
 */
@ConfigurationProperties("sluice.deliveries")
public record DeliverySettings(
        @DefaultValue("1m") Duration every,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("1m") Duration firstPause,
        @DefaultValue("14") int tries,
        @DefaultValue("false") boolean privateAddresses,
        @DefaultValue Smtp smtp) {
    private static final Duration LONGEST_PAUSE = Duration.ofHours(6);

    /**
     * The mail server.
     *
     * @param host empty: no mail is sent
     * @param user empty: without login
     */
    public record Smtp(
            @DefaultValue("") String host,
            @DefaultValue("587") int port,
            @DefaultValue("") String user,
            @DefaultValue("") String password,
            @DefaultValue("sluice@localhost") String from,
            @DefaultValue("true") boolean startTls) {
        @Override
        public String toString() {
            return "Smtp[" + host + ":" + port + "]";
        }
    }

    /** After so many tries. */
    Duration pauseAfter(int made) {
        var doublings = Math.clamp(made - 1L, 0, 20);
        var pause = firstPause.multipliedBy(1L << doublings);
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
