package dev.sluice.control.people;

import dev.sluice.model.secret.AppKeySecret;
import java.security.SecureRandom;

/** Secrets of API tokens: {@code sat_} and 40 base62 characters; only their SHA-256 is kept. */
final class ApiTokenSecret {
    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LENGTH = 40;
    private static final SecureRandom RANDOM = new SecureRandom();

    private ApiTokenSecret() {}

    static String generate() {
        return "sat_" + randomText(LENGTH);
    }

    /** As long as asked for, from letters and digits. */
    static String randomText(int length) {
        var text = new StringBuilder(length);
        for (var i = 0; i < length; i++) {
            text.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    static String hash(String secret) {
        return AppKeySecret.hash(secret);
    }

    static String hint(String secret) {
        return AppKeySecret.hint(secret);
    }
}
