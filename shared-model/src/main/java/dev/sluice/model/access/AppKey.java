package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.model.id.Name;
import dev.sluice.model.snapshot.ConfigBody;
import org.jspecify.annotations.Nullable;

/**
 * The rules of an app's key; its secret is kept apart and never here.
 *
 * @param value an existing secret that is imported; only on the way in
 */
public record AppKey(
        String name, @Nullable String value, @JsonUnwrapped @Nullable AccessRules rules)
        implements ConfigBody, Scope {
    public AppKey {
        Name.segment("key", name);
    }

    /** The rules alone, as they are stored. */
    public AppKey withoutValue() {
        return new AppKey(name, null, rules);
    }

    @Override
    public String toString() {
        return "AppKey[" + name + "]";
    }
}
