package dev.sluice.dataplane.dialect.anthropic;

import java.util.regex.Pattern;

/** Ids of calls as the dialect takes them; the same id always becomes the same. */
public final class CallIds {
    private static final Pattern TAKEN = Pattern.compile("[a-zA-Z0-9_-]+");
    private static final Pattern REFUSED = Pattern.compile("[^a-zA-Z0-9_-]");

    private CallIds() {}

    /** The hash keeps ids apart that differ only in what is not taken. */
    public static String write(String id) {
        return TAKEN.matcher(id).matches()
                ? id
                : "toolu_"
                        + REFUSED.matcher(id).replaceAll("_")
                        + "_"
                        + Integer.toHexString(id.hashCode());
    }
}
