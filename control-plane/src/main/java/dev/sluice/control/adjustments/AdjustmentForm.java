package dev.sluice.control.adjustments;

import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.Name;
import dev.sluice.model.money.Money;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An adjustment as it is asked for.
 *
 * @param app absent: the tenant as a whole
 * @param month the open month that is to bear it; absent: the running one
 * @param currency absent: the one that the tenant is billed in
 */
public record AdjustmentForm(
        @Nullable String tenant,
        @Nullable String app,
        @Nullable String month,
        @Nullable Money amount,
        @Nullable String currency,
        @Nullable String reason,
        @Nullable String reference) {
    private static final int MOST_REASON = 500;
    private static final int MOST_REFERENCE = 100;

    /** A billion units: beyond that it is a slip of the pen. */
    private static final long MOST_NANOS = 1_000_000_000_000_000_000L;

    /** What is asked for, whole. */
    record Sound(String tenant, Money amount, String reason, String reference) {}

    /** Fails with every fault. */
    Sound sound() {
        var faults = new ArrayList<FaultAt>();
        if (tenant == null || tenant.isBlank()) {
            faults.add(fault("tenant", "is missing"));
        }
        if (app != null && !Name.isSegment(app)) {
            faults.add(fault("app", "is not the name of an app; leave it out for the tenant"));
        }
        if (amount == null) {
            faults.add(fault("amount", "is missing; write it like \"-12.50\""));
        } else if (amount.nanos() == 0 || Math.abs(amount.nanos()) > MOST_NANOS) {
            faults.add(fault("amount", "must not be zero, nor beyond a billion"));
        }
        text(faults, "reason", reason, MOST_REASON);
        text(faults, "reference", reference, MOST_REFERENCE);
        if (!faults.isEmpty() || tenant == null || amount == null) {
            throw Refusal.invalid("the adjustment has faults", faults);
        }
        return new Sound(tenant, amount, String.valueOf(reason), String.valueOf(reference));
    }

    private static void text(
            List<FaultAt> faults, String field, @Nullable String text, int mostChars) {
        if (text == null || text.isBlank()) {
            faults.add(fault(field, "is missing"));
        } else if (text.length() > mostChars) {
            faults.add(fault(field, "is longer than " + mostChars + " characters"));
        }
    }

    private static FaultAt fault(String field, String message) {
        return new FaultAt(null, field, message);
    }
}
