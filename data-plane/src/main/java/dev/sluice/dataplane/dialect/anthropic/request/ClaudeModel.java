package dev.sluice.dataplane.dialect.anthropic.request;

import java.util.regex.Pattern;

/**
 * What a model of Anthropic's takes, by the generation in its name: several fields that older ones
 * take are refused by newer ones.
 *
 * @param generation 406 for 4.6; 0 where the name tells none
 */
record ClaudeModel(int generation) {
    private static final Pattern NAME =
            Pattern.compile("claude-(?:[a-z]+-)?(\\d{1,2})(?:[-.](\\d{1,2}))?(?!\\d)");
    private static final int ONE_OF_BOTH = 401;
    private static final int ADAPTIVE = 406;

    static ClaudeModel of(String name) {
        var found = NAME.matcher(name);
        if (!found.find()) {
            return new ClaudeModel(0);
        }
        var minor = found.group(2) == null ? 0 : Integer.parseInt(found.group(2));
        return new ClaudeModel(Integer.parseInt(found.group(1)) * 100 + minor);
    }

    /** Whether temperature and top_p may be given together. */
    boolean takesBoth() {
        return generation > 0 && generation < ONE_OF_BOTH;
    }

    /** Whether it chooses by an effort how much it thinks, not by a budget. */
    boolean takesEffort() {
        return generation >= ADAPTIVE;
    }

    /** Whether it lets the caller choose how words are drawn. */
    boolean takesSampling() {
        return generation <= ADAPTIVE;
    }
}
