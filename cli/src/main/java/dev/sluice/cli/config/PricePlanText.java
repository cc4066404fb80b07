package dev.sluice.cli.config;

import dev.sluice.cli.config.PriceListClient.Model;
import dev.sluice.cli.config.PriceListClient.Plan;
import java.util.ArrayList;
import java.util.List;

/** What a price list would change, as people read it. */
public final class PricePlanText {
    private PricePlanText() {}

    public static List<String> lines(Plan plan) {
        var lines = new ArrayList<String>();
        plan.models().forEach(model -> addModel(model, lines));
        if (!plan.notListed().isEmpty()) {
            lines.add("Not in the list: " + String.join(", ", plan.notListed()));
        }
        if (plan.unused().count() > 0) {
            lines.add(
                    "Listed and not used here: %d models, such as %s"
                            .formatted(
                                    plan.unused().count(),
                                    String.join(
                                            ", ",
                                            plan.unused().first().stream().limit(5).toList())));
        }
        lines.add(
                "Prices: %d to add, %d to replace, %d unchanged, %d refused."
                        .formatted(
                                count(plan, "add"),
                                count(plan, "replace"),
                                count(plan, "unchanged"),
                                count(plan, "refuse")));
        return lines;
    }

    private static void addModel(Model model, List<String> lines) {
        var sign =
                switch (model.action()) {
                    case "add" -> "+";
                    case "replace" -> "~";
                    case "refuse" -> "!";
                    default -> "=";
                };
        lines.add(
                "%s %s (listed as %s) from %s, %s"
                        .formatted(
                                sign, model.model(), model.listedAs(), model.from(), whose(model)));
        if (model.reason() != null) {
            lines.add("    refused: " + model.reason());
        }
        model.changes().forEach(change -> lines.add("    " + change));
        model.notTaken()
                .forEach(it ->
                        lines.add(
                                "    not taken: %s %s: %s"
                                        .formatted(it.field(), it.value(), it.reason())));
        model.notes().forEach(note -> lines.add("    note: " + note));
    }

    private static String whose(Model model) {
        if (model.drafted()) {
            return "waits in your draft";
        }
        return "file".equals(model.managedBy())
                ? "managed by " + model.fileName()
                : "managed in the console";
    }

    private static long count(Plan plan, String action) {
        return plan.models().stream().filter(it -> it.action().equals(action)).count();
    }
}
