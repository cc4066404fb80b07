package dev.sluice.dataplane.call;

import dev.sluice.model.route.ModelAlias;
import java.util.List;

/**
 * The caller may use the alias it named, now.
 *
 * @param warnings what {@code X-Sluice-Warnings} tells of the request
 */
public record Grant(Call call, Caller caller, ModelAlias alias, List<String> warnings) {
    public Grant {
        warnings = List.copyOf(warnings);
    }

    public Grant(Call call, Caller caller, ModelAlias alias) {
        this(call, caller, alias, List.of());
    }
}
