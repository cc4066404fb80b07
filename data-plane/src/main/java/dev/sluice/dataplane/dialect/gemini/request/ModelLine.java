package dev.sluice.dataplane.dialect.gemini.request;

import java.util.regex.Pattern;

/** What a model of the dialect takes, as far as its name tells. */
final class ModelLine {
    private static final Pattern BEFORE_THREE =
            Pattern.compile("gemini-(?:1|2)(?:\\.|-|$)|gemini-pro|gemma");
    private static final Pattern FROM_THREE = Pattern.compile("gemini-(?:[3-9]|\\d{2})");

    private final boolean old;
    private final boolean isNew;
    private final boolean pro;

    ModelLine(String model) {
        old = BEFORE_THREE.matcher(model).find();
        isNew = FROM_THREE.matcher(model).find();
        pro = model.contains("-pro");
    }

    /** Whether a first call without a signature may be refused: so it is from the third line on. */
    boolean wantsSignatures() {
        return !old;
    }

    /** Whether results of tools may hold media. */
    boolean takesMediaInResults() {
        return isNew;
    }

    /** Whether the depth of thinking is a level; older ones know only a budget. */
    boolean takesLevels() {
        return isNew;
    }

    /** The least that it can think. */
    String leastLevel() {
        return pro ? "LOW" : "MINIMAL";
    }
}
