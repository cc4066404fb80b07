package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonCursor;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What can be read and patched in a reply of which only the start or the end is at hand: the
 * model's name and the usage stand there in all known servers.
 */
public final class LargeReply {
    /** So much of the end is enough to hold the model's name and the usage. */
    public static final int TAIL_BYTES = 16 * 1024;

    private static final byte[] MODEL = "\"model\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] USAGE = "\"usage\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SERVICE_TIER =
            "\"service_tier\"".getBytes(StandardCharsets.US_ASCII);
    private static final int START_BYTES = 4 * 1024;

    private LargeReply() {}

    /** Whether a body begins as a JSON object. */
    public static boolean looksRight(byte[] start) {
        for (var b : start) {
            if (!Character.isWhitespace(b)) {
                return b == '{';
            }
        }
        return false;
    }

    /** The start with the alias for the model, if the model is named early. */
    public static byte[] patchStart(byte[] start, @Nullable String alias) {
        var at = find(start, MODEL, 0, Math.min(start.length, START_BYTES));
        return patched(start, at, alias);
    }

    /** The end with the alias for the model, if the model is named late. */
    public static byte[] patchEnd(byte[] end, @Nullable String alias) {
        return patched(end, findLast(end, MODEL), alias);
    }

    public static @Nullable TokenUsage usage(byte[] end) {
        var at = findLast(end, USAGE);
        if (at < 0) {
            return null;
        }
        try {
            var cursor = valueAt(end, at + USAGE.length);
            var from = cursor.position();
            if (!cursor.atObject()) {
                return null;
            }
            cursor.skipValue();
            var usage = OpenAiUsage.read(end, from, cursor.reached());
            return usage == null ? null : usage.servedAt(serviceTier(end));
        } catch (MalformedJson cutOff) {
            return null;
        }
    }

    private static @Nullable String serviceTier(byte[] end) {
        var at = findLast(end, SERVICE_TIER);
        if (at < 0) {
            return null;
        }
        var cursor = valueAt(end, at + SERVICE_TIER.length);
        if (!cursor.atString()) {
            return null;
        }
        cursor.readString();
        var from = cursor.stringFrom();
        return new String(end, from, cursor.stringTo() - from, StandardCharsets.UTF_8);
    }

    private static byte[] patched(byte[] bytes, int keyAt, @Nullable String alias) {
        if (alias == null || keyAt < 0) {
            return bytes;
        }
        try {
            var cursor = valueAt(bytes, keyAt + MODEL.length);
            var from = cursor.position();
            if (!cursor.atString()) {
                return bytes;
            }
            cursor.skipValue();
            return new JsonPatch()
                    .replace(from, cursor.reached(), ForeignJson.quoted(alias))
                    .apply(bytes, 0, bytes.length);
        } catch (MalformedJson cutOff) {
            return bytes;
        }
    }

    private static JsonCursor valueAt(byte[] bytes, int afterKey) {
        var at = afterKey;
        while (at < bytes.length && (bytes[at] == ':' || Character.isWhitespace(bytes[at]))) {
            at++;
        }
        var cursor = new JsonCursor();
        cursor.over(bytes, at, bytes.length);
        return cursor;
    }

    /** A quote inside a string is escaped, so that a bare one is a key of the reply. */
    private static int find(byte[] bytes, byte[] key, int from, int to) {
        for (var i = from; i <= to - key.length; i++) {
            if (bytes[i] == '"' && (i == 0 || bytes[i - 1] != '\\') && matches(bytes, i, key)) {
                return i;
            }
        }
        return -1;
    }

    private static int findLast(byte[] bytes, byte[] key) {
        var last = -1;
        var at = find(bytes, key, 0, bytes.length);
        while (at >= 0) {
            last = at;
            at = find(bytes, key, at + 1, bytes.length);
        }
        return last;
    }

    private static boolean matches(byte[] bytes, int at, byte[] key) {
        for (var i = 0; i < key.length; i++) {
            if (bytes[at + i] != key[i]) {
                return false;
            }
        }
        return true;
    }
}
