package dev.sluice.bench;

import java.nio.file.Path;
import java.time.Duration;
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
        @Nullable Path json) {
    static final String USAGE =
            """
            usage: sluice bench [--data-dir DIR] [--warmup SECONDS] [--seconds SECONDS] [--callers N]
                                [--streams N] [--rate N] [--reps N] [--json FILE]\
            """;

    static BenchOptions parse(String... arguments) {
        BenchOptions options =
                new BenchOptions(
                        Path.of(".sluice", "stack.json"),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        16,
                        100,
                        100,
                        3,
                        null);
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value\n" + USAGE);
            }
            options = options.with(arguments[i], arguments[i + 1]);
        }
        return options;
    }

    private BenchOptions with(String name, String value) {
        return switch (name) {
            case "--data-dir" -> withStack(Path.of(value, "stack.json"));
            case "--stack" -> withStack(Path.of(value));
            case "--warmup" ->
                    new BenchOptions(
                            stack,
                            seconds(value),
                            length,
                            callers,
                            streams,
                            perSecond,
                            repetitions,
                            json);
            case "--seconds" ->
                    new BenchOptions(
                            stack,
                            warmup,
                            seconds(value),
                            callers,
                            streams,
                            perSecond,
                            repetitions,
                            json);
            case "--callers" ->
                    new BenchOptions(
                            stack,
                            warmup,
                            length,
                            number(value),
                            streams,
                            perSecond,
                            repetitions,
                            json);
            case "--streams" ->
                    new BenchOptions(
                            stack,
                            warmup,
                            length,
                            callers,
                            number(value),
                            perSecond,
                            repetitions,
                            json);
            case "--rate" ->
                    new BenchOptions(
                            stack,
                            warmup,
                            length,
                            callers,
                            streams,
                            number(value),
                            repetitions,
                            json);
            case "--reps" ->
                    new BenchOptions(
                            stack,
                            warmup,
                            length,
                            callers,
                            streams,
                            perSecond,
                            number(value),
                            json);
            case "--json" ->
                    new BenchOptions(
                            stack,
                            warmup,
                            length,
                            callers,
                            streams,
                            perSecond,
                            repetitions,
                            Path.of(value));
            default -> throw new IllegalArgumentException(name + " is unknown\n" + USAGE);
        };
    }

    private BenchOptions withStack(Path file) {
        return new BenchOptions(
                file, warmup, length, callers, streams, perSecond, repetitions, json);
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
