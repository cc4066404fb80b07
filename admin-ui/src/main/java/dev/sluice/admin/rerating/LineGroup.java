package dev.sluice.admin.rerating;

import dev.sluice.control.rerating.ReRating.Line;
import dev.sluice.model.money.Money;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/**
 * Lines of a re-rating that are shown as one.
 *
 * @param names what they have in common, as the columns show it
 */
record LineGroup(
        List<String> names,
        String currency,
        long calls,
        Money before,
        Money after,
        Money difference) {
    /** What lines are put together by. */
    enum By {
        LINE("word.tenant", "word.app", "word.model", "reports.month"),
        APP("word.tenant", "word.app"),
        MODEL("word.model"),
        TENANT("word.tenant"),
        MONTH("reports.month");

        @SuppressWarnings("ImmutableEnumChecker") // of List.of
        private final List<String> columns;

        By(String... columns) {
            this.columns = List.of(columns);
        }

        /** Keys of the columns' titles. */
        List<String> columns() {
            return columns;
        }

        private List<String> names(Line line) {
            return switch (this) {
                case LINE ->
                        List.of(line.tenant(), line.app(), line.model(), line.usedIn().toString());
                case APP -> List.of(line.tenant(), line.app());
                case MODEL -> List.of(line.model());
                case TENANT -> List.of(line.tenant());
                case MONTH -> List.of(line.usedIn().toString());
            };
        }
    }

    /** The lines in groups; money of two currencies is never added up. */
    static List<LineGroup> of(List<Line> lines, By by) {
        var groups = new LinkedHashMap<List<String>, LineGroup>();
        Function<Line, List<String>> key =
                line -> {
                    var names = new ArrayList<>(by.names(line));
                    names.add(line.currency());
                    return List.copyOf(names);
                };
        for (var line : lines) {
            var one =
                    new LineGroup(
                            by.names(line),
                            line.currency(),
                            line.calls(),
                            line.before(),
                            line.after(),
                            line.difference());
            groups.merge(key.apply(line), one, LineGroup::plus);
        }
        return List.copyOf(groups.values());
    }

    private LineGroup plus(LineGroup other) {
        return new LineGroup(
                names,
                currency,
                calls + other.calls,
                before.plus(other.before),
                after.plus(other.after),
                difference.plus(other.difference));
    }
}
