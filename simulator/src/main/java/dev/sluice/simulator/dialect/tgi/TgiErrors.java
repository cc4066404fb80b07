package dev.sluice.simulator.dialect.tgi;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code {error, error_type}}. */
final class TgiErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return Refused.of(told.status(), body(told));
    }

    static Map<String, @Nullable Object> body(Told told) {
        return Fields.of(
                "error",
                told.message(),
                "error_type",
                told.typeOr(told.codeOr(type(told.status()))));
    }

    private static String type(int status) {
        return switch (status) {
            case 424 -> "generation";
            case 429 -> "overloaded";
            default -> status >= 500 ? "incomplete_generation" : "validation";
        };
    }
}
