package dev.sluice.control.periods;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant is billed for a month: its use in the month, and what else the month bears. The
 * total of a currency is the sum of what is shown, and of the tenant's postings.
 *
 * @param v version of this form; readers ignore fields they do not know
 * @param begins inclusive
 * @param ends exclusive
 * @param closed whether it is final; else it is what it would be by now
 * @param closedBy {@code system} where nobody closed it by hand
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Statement(
        int v,
        String tenant,
        YearMonth month,
        ZoneId timeZone,
        Instant begins,
        Instant ends,
        boolean closed,
        @Nullable Instant closedAt,
        @Nullable String closedBy,
        List<Line> lines,
        List<Correction> adjustments,
        List<Total> totals) {
    public static final int VERSION = 1;

    public Statement {
        lines = List.copyOf(lines);
        adjustments = List.copyOf(adjustments);
        totals = List.copyOf(totals);
    }

    /** One app's use of one model under one alias. {@code requests} counts all but rejected. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Line(
            String app,
            @Nullable String businessLine,
            String alias,
            @Nullable String model,
            long requests,
            Tokens tokens,
            Money cost,
            String currency) {}

    /**
     * What belongs to no use of the month itself.
     *
     * @param kind {@code late-usage}: calls of a month that was closed when they were booked;
     *     {@code manual}, {@code re-rating}: an adjustment
     * @param usedIn the month of the calls; absent where it is about none
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Correction(
            String kind,
            @Nullable YearMonth usedIn,
            @Nullable String app,
            @Nullable String businessLine,
            @Nullable String alias,
            @Nullable String model,
            long requests,
            Tokens tokens,
            Money cost,
            String currency,
            @Nullable String reason,
            @Nullable String reference) {
        public static final String LATE_USAGE = "late-usage";

        /** Calls of a month that was closed before; else an adjustment. */
        @JsonIgnore
        public boolean isLateUsage() {
            return kind.equals(LATE_USAGE);
        }
    }

    /**
     * The sums of one currency.
     *
     * @param usage of the lines
     * @param adjustments of the adjustments, late use among them
     */
    public record Total(
            String currency,
            long requests,
            Tokens tokens,
            Money usage,
            Money adjustments,
            Money amount) {}

    /** Tokens by kind: {@code input} includes cached, {@code output} includes reasoning tokens. */
    public record Tokens(
            long input,
            long cachedInput,
            long cacheWrite,
            long output,
            long reasoning,
            long audioInput,
            long audioOutput) {
        public static final Tokens NONE = new Tokens(0, 0, 0, 0, 0, 0, 0);

        public Tokens plus(Tokens other) {
            return new Tokens(
                    Math.addExact(input, other.input),
                    Math.addExact(cachedInput, other.cachedInput),
                    Math.addExact(cacheWrite, other.cacheWrite),
                    Math.addExact(output, other.output),
                    Math.addExact(reasoning, other.reasoning),
                    Math.addExact(audioInput, other.audioInput),
                    Math.addExact(audioOutput, other.audioOutput));
        }
    }
}
