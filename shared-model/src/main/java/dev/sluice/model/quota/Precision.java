package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How closely the nodes together keep to a rate. */
public enum Precision {
    /** Every call asks the shared store. */
    @JsonProperty("exact")
    EXACT,

    /** Nodes take units ahead while the limit is far. */
    @JsonProperty("fast")
    FAST
}
