package dev.sluice.control.reconciliation;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why two sides may differ. */
public enum Cause {
    /** Calls that the provider gave no usage for: cancelled, interrupted or failed ones. */
    UNBILLED_CANCELS,
    /** The provider bills a model that no config here has at that upstream. */
    UNKNOWN_MODEL,
    /** The ledger has calls of a model that the bill does not name. */
    NOT_ON_BILL,
    /** The same tokens, and other money. */
    PRICE_DRIFT,
    /** Calls were made at a model without a price. */
    UNPRICED,
    /** Hours in which the ledger has calls and the bill has none. */
    MISSING_HOURS,
    /** Hours that the bill has and the ledger has not. */
    UNBOOKED_HOURS,
    /** The sides agree on the input, and not on how much of it was cached. */
    CACHED_TOKENS,
    /** Cached input has no price of its own here. */
    CACHED_PRICE,
    /** The provider's day begins at another hour than the UTC day. */
    DAY_BOUNDARY,
    /** There is no exchange rate between the two currencies. */
    NO_RATE;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
