package dev.sluice.model.usage;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names that providers give to how fast or how cheaply a call is served. */
public final class ServiceTiers {
    private static final Set<String> USUAL =
            Set.of("default", "standard", "standard_only", "on_demand");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,39}");

    private ServiceTiers() {}

    /** In lower case; null where it is no name. */
    public static @Nullable String named(@Nullable String text) {
        if (text == null) {
            return null;
        }
        var name = text.strip().toLowerCase(Locale.ROOT);
        return NAME.matcher(name).matches() ? name : null;
    }

    /** Whether it is a provider's word for what everybody gets. */
    public static boolean isUsual(@Nullable String name) {
        return name != null && USUAL.contains(name);
    }
}
