package dev.sluice.model.quota;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The Lua scripts by which both planes change limits, budgets and leases; each file says its keys,
 * arguments and reply. Run by EVALSHA, and by EVAL where the store does not know it yet.
 */
public enum QuotaScript {
    ADMIT,
    RAISE,
    SETTLE,
    RELEASE,
    RENEW,
    SWEEP,
    FORGET,
    REBUILD,
    TAKE,
    GIVE,
    YIELD;

    private final String text = read("prelude") + read(name().toLowerCase(Locale.ROOT));
    private final String sha1 = sha1Of(text);

    public String text() {
        return text;
    }

    /** SHA-1 of the text in lower-case hex, as EVALSHA wants it. */
    public String sha1() {
        return sha1;
    }

    private static String read(String name) {
        try (var in = QuotaScript.class.getResourceAsStream("/redis/" + name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("redis/" + name + ".lua is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String sha1Of(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-1")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
