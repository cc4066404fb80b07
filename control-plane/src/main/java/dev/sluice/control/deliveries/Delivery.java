package dev.sluice.control.deliveries;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A month's report on its way to one recipient.
 *
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
        YearMonth month,
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

    /**
     * One try.
     *
     * @param fault null where it was taken
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Try(int number, Instant at, long tookMs, @Nullable String fault) {}
}
