package dev.sluice.cli.config;

import dev.sluice.cli.config.ControlPlaneClient.Change;
import java.util.ArrayList;
import java.util.List;

/** A plan as people read it: a line for each change, and a count. */
public final class PlanText {
    private PlanText() {}

    public static List<String> lines(List<Change> changes) {
        if (changes.isEmpty()) {
            return List.of("No changes: what the file manages is as the file says.");
        }
        int kindWidth = width(changes.stream().map(Change::kind).toList());
        int pathWidth = width(changes.stream().map(Change::path).toList());
        var lines = new ArrayList<String>();
        for (Change change : changes) {
            String detail = change.detail() == null ? "" : change.detail();
            String row = "  %s %-6s  %-" + kindWidth + "s  %-" + pathWidth + "s  %s";
            lines.add(
                    row.formatted(
                                    sign(change.action()),
                                    change.action(),
                                    change.kind(),
                                    change.path(),
                                    detail)
                            .stripTrailing());
        }
        long create = count(changes, "create");
        long update = count(changes, "update");
        long delete = count(changes, "delete");
        lines.add(
                "Plan: %d to create, %d to update, %d to delete."
                        .formatted(create, update, delete));
        if (delete > create + update) {
            lines.add(
                    "Most of this is deletion. The file given is the whole of what files manage: what an earlier file had and this one lacks goes, and keys below it are revoked for good.");
        }
        return lines;
    }

    private static String sign(String action) {
        return switch (action) {
            case "create" -> "+";
            case "delete" -> "-";
            default -> "~";
        };
    }

    private static long count(List<Change> changes, String action) {
        return changes.stream().filter(change -> change.action().equals(action)).count();
    }

    private static int width(List<String> words) {
        return words.stream().mapToInt(String::length).max().orElse(1);
    }
}
