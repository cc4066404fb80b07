package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.model.id.Name;
import dev.sluice.model.snapshot.ConfigBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program of a tenant; owns AppKeys.
 *
 * @param cors absent: no page in a browser may call with the app's keys
 */
public record App(String name, @Nullable Cors cors, @JsonUnwrapped @Nullable AccessRules rules)
        implements ConfigBody, Scope {
    public App {
        Name.segment("app", name);
    }

    public List<String> originsOrNone() {
        return cors != null ? cors.origins() : List.of();
    }
}
