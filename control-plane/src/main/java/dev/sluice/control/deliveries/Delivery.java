package dev.sluice.control.deliveries;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A month's report, or an alert, on its way to one recipient.
 *
 * @param tenant empty where it is the installation's
 * @param month absent where it brings an alert
 * @param alert absent where it brings a month
 * @param kind {@code mail} or {@code webhook}
 * @param secret name of the secret that a webhook is signed with
 * @param state "waiting", "delivered" or "failed": given up until it is retried
 * @param dueAt of the next try
 * @param log of the tries, the last one first
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Delivery(
        UUID id,
        String tenant,
        @Nullable YearMonth month,
        @Nullable Told alert,
        String kind,
        String address,
        @Nullable String secret,
        List<String> formats,
        String state,
        int tries,
        Instant dueAt,
        @Nullable Instant deliveredAt,
        @Nullable String lastFault,
        List<Try> log) {
    public static final String MAIL = "mail";
    public static final String WEBHOOK = "webhook";

    public Delivery {
        formats = List.copyOf(formats);
        log = List.copyOf(log);
    }

    /** The alert that it brings. */
    public record Told(UUID id, String text) {}

    /** What it brings, in short: the month, or the alert's text. */
    @JsonIgnore
    public String about() {
        return alert != null ? alert.text() : String.valueOf(month);
    }

    /**
     * One try.
     *
     * @param fault null where it was taken
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Try(int number, Instant at, long tookMs, @Nullable String fault) {}
}
