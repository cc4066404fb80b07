package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.model.id.Name;
import dev.sluice.model.snapshot.ConfigBody;
import org.jspecify.annotations.Nullable;

/** A program of a tenant; owns AppKeys. */
public record App(String name, @JsonUnwrapped @Nullable AccessRules rules)
        implements ConfigBody, Scope {
    public App {
        Name.segment("app", name);
    }
}
