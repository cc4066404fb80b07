package dev.sluice.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the command line decides. */
record BenchOptions(
        Path stack,
        Duration warmup,
        Duration length,
        int callers,
        int streams,
        int perSecond,
        int repetitions,
        int open,
        @Nullable Path json) {
    static final String USAGE =
            """
            usage: sluice bench [--data-dir DIR] [--warmup SECONDS] [--seconds SECONDS] [--callers N]
                                [--streams N] [--rate N] [--reps N] [--json FILE]
                   sluice bench --heap [--data-dir DIR] [--open N]\
            """;

    private static final Set<String> NAMES =
            Set.of(
                    "--data-dir",
                    "--stack",
                    "--warmup",
                    "--seconds",
                    "--callers",
                    "--streams",
                    "--rate",
                    "--reps",
                    "--open",
                    "--json");

    static BenchOptions parse(String... arguments) {
        var given = new HashMap<String, String>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!NAMES.contains(arguments[i])) {
                throw new IllegalArgumentException(arguments[i] + " is unknown\n" + USAGE);
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value\n" + USAGE);
            }
            given.put(arguments[i], arguments[i + 1]);
        }
        var stack = Path.of(given.getOrDefault("--data-dir", ".sluice"), "stack.json");
        var json = given.get("--json");
        return new BenchOptions(
                given.containsKey("--stack") ? Path.of(given.getOrDefault("--stack", "")) : stack,
                seconds(given.getOrDefault("--warmup", "30")),
                seconds(given.getOrDefault("--seconds", "10")),
                number(given.getOrDefault("--callers", "16")),
                number(given.getOrDefault("--streams", "100")),
                number(given.getOrDefault("--rate", "100")),
                number(given.getOrDefault("--reps", "3")),
                number(given.getOrDefault("--open", "2000")),
                json == null ? null : Path.of(json));
    }

    private static Duration seconds(String value) {
        return Duration.ofSeconds(number(value));
    }

    private static int number(String value) {
        int number = Integer.parseInt(value);
        if (number < 1) {
            throw new IllegalArgumentException("a number of at least 1 is needed, not " + value);
        }
        return number;
    }
}
