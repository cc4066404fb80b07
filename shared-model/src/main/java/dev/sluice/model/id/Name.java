package dev.sluice.model.id;

import java.util.regex.Pattern;

/** Rules for the names people give to things; a name that passes can stand in a path and a URL. */
public final class Name {
    /**
     * Tenants, apps, keys, sub-keys, upstreams, secrets: no slash, since paths are built of them.
     */
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** Aliases and models: as providers write them, slashes and colons included. */
    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,199}");

    private Name() {}

    public static boolean isSegment(String text) {
        return SEGMENT.matcher(text).matches();
    }

    public static boolean isModelName(String text) {
        return MODEL.matcher(text).matches();
    }

    /** Returns the text, or fails with a message that says what a name looks like. */
    public static String segment(String what, String text) {
        if (!isSegment(text)) {
            throw new IllegalArgumentException(
                    what
                            + " '"
                            + text
                            + "' is not a valid name: letters, digits, '.', '_' and '-', at most 100,"
                            + " beginning with a letter or digit");
        }
        return text;
    }

    /**
     * Returns the text, or fails with a message that says what a model or alias name looks like.
     */
    public static String modelName(String what, String text) {
        if (!isModelName(text)) {
            throw new IllegalArgumentException(
                    what
                            + " '"
                            + text
                            + "' is not a valid name: letters, digits and . _ : / @ -, at most 200,"
                            + " beginning with a letter or digit");
        }
        return text;
    }
}
