package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.model.id.Name;
import dev.sluice.model.snapshot.ConfigBody;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a narrower child of an AppKey.
 *
 * @param value an existing secret that is imported; only on the way in
 */
public record SubKey(
        String name, @Nullable String value, @JsonUnwrapped @Nullable AccessRules rules)
        implements ConfigBody, Scope {
    public SubKey {
        Name.segment("sub-key", name);
    }

    /** The rules alone, as they are stored. */
    public SubKey withoutValue() {
        return new SubKey(name, null, rules);
    }

    @Override
    public String toString() {
        return "SubKey[" + name + "]";
    }
}
