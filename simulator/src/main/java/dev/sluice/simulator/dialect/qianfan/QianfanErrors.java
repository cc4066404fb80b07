package dev.sluice.simulator.dialect.qianfan;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code {error_code, error_msg}} under status 200, whatever is wrong. */
final class QianfanErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return Refused.of(200, body(told));
    }

    static Map<String, @Nullable Object> body(Told told) {
        return Fields.of("error_code", code(told), "error_msg", told.message());
    }

    private static int code(Told told) {
        String given = told.codeOr("");
        if (given.matches("\\d{1,9}")) {
            return Integer.parseInt(given);
        }
        return switch (told.status()) {
            case 401 -> 110;
            case 403 -> 6;
            case 404 -> 3;
            case 429 -> 18;
            case 503 -> 336_100;
            default -> told.status() >= 500 ? 2 : 336_003;
        };
    }
}
