package dev.sluice.control.tokendrift;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Of UTC days, both inclusive.
 *
 * @param lookedAtPercent of the calls, spread over the days: all of them up to some 100 000
 * @param models those with the most attempts first
 */
public record TokenDrift(
        LocalDate from, LocalDate to, BigDecimal lookedAtPercent, List<Model> models) {

    /**
     * One model.
     *
     * @param attempts at it that used tokens
     * @param reported those that the upstream told usage of, and so could be compared
     */
    public record Model(
            String model,
            String upstream,
            long attempts,
            long reported,
            @Nullable Side input,
            @Nullable Side output) {}

    /**
     * Input or output.
     *
     * @param counted tokens by our own count
     * @param upstream tokens of the same attempts as the upstream has them
     * @param share {@code upstream} for one that we counted
     * @param p50 the same of single attempts: half of them are not above it
     * @param p95 of 95 of a hundred
     * @param apart attempts that differ by more than 5 %
     * @param suggestedMarginPercent what added to our count would have covered 95 of a hundred
     */
    public record Side(
            long counted,
            long upstream,
            BigDecimal share,
            BigDecimal p50,
            BigDecimal p95,
            long apart,
            int suggestedMarginPercent) {}
}
