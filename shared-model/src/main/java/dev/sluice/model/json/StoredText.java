package dev.sluice.model.json;

/** What a database holds as text: neither U+0000 nor half a surrogate pair. */
public final class StoredText {
    private StoredText() {}

    public static boolean canHold(String text) {
        return text.codePoints().allMatch(StoredText::canHold);
    }

    public static boolean canHold(int codePoint) {
        return codePoint != 0
                && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
    }
}
