package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** How a budget is divided among the children of its owner. */
public enum Split {
    /** Whoever comes first takes it. */
    @JsonProperty("none")
    NONE,

    /** Each child has the same part. */
    @JsonProperty("equal")
    EQUAL,

    /** Each child has a part by its weight. */
    @JsonProperty("weight")
    WEIGHT,

    /** Not a policy: the budget is a child's part of its parent's. */
    @JsonProperty("part")
    PART;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
