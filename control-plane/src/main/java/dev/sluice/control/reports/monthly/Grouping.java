package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.Dimension;
import dev.sluice.control.web.Refusal;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** By what a month's lines are apart, beside the tenant. */
public record Grouping(Set<Dimension> dimensions) {
    /** App by model, as the bill has it. */
    public static final Grouping DEFAULT =
            new Grouping(
                    EnumSet.of(
                            Dimension.APP,
                            Dimension.BUSINESS_LINE,
                            Dimension.ALIAS,
                            Dimension.MODEL));

    /** What can be asked for; a key has its name within an app only, and its sub-keys below it. */
    private static final Map<Dimension, Set<Dimension>> NAMED = named();

    public Grouping {
        dimensions = Set.copyOf(dimensions);
    }

    /** What a page offers: the bill's own lines, and each thing by which they can be apart. */
    public static List<Grouping> offered() {
        return Stream.concat(Stream.of(DEFAULT), NAMED.values().stream().map(Grouping::new))
                .toList();
    }

    /** The name by which it is asked for; absent for the bill's own lines. */
    public Optional<Dimension> name() {
        return NAMED.entrySet().stream()
                .filter(it -> it.getValue().equals(dimensions))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static Map<Dimension, Set<Dimension>> named() {
        var named = new EnumMap<Dimension, Set<Dimension>>(Dimension.class);
        for (var dimension : Dimension.values()) {
            switch (dimension) {
                case SUB_KEY -> {}
                case KEY ->
                        named.put(
                                dimension,
                                EnumSet.of(Dimension.APP, Dimension.KEY, Dimension.SUB_KEY));
                case APP, BUSINESS_LINE, ALIAS, MODEL, END_USER, DAY ->
                        named.put(dimension, EnumSet.of(dimension));
            }
        }
        return named;
    }

    static Grouping parse(Collection<String> names) {
        if (names.isEmpty()) {
            return DEFAULT;
        }
        var chosen = EnumSet.noneOf(Dimension.class);
        names.forEach(name -> chosen.addAll(find(name)));
        if (chosen.contains(Dimension.END_USER)
                && !chosen.stream().allMatch(Dimension::isKeptByEndUser)) {
            throw Refusal.badRequest(
                    "'endUser' can be combined with app, alias and model alone: sums by end user"
                            + " are kept by those");
        }
        return new Grouping(chosen);
    }

    private static Set<Dimension> find(String name) {
        return NAMED.entrySet().stream()
                .filter(it -> it.getKey().text().equals(name))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElseThrow(() ->
                        Refusal.badRequest(
                                "'"
                                        + name
                                        + "' is nothing to group by: use "
                                        + NAMED.keySet().stream()
                                                .map(Dimension::text)
                                                .collect(Collectors.joining(", "))));
    }

    public boolean has(Dimension dimension) {
        return dimensions.contains(dimension);
    }

    /** In the order in which they are shown. */
    public List<Dimension> ordered() {
        return Stream.of(Dimension.values()).filter(this::has).toList();
    }

    /** Whether a statement's own lines are fine enough. */
    boolean isOfStatements() {
        return dimensions.stream().allMatch(Dimension::isOfStatements);
    }
}
