package dev.sluice.model.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The secret of an AppKey or sub-key: {@code ak_}, 32 random base62 characters (190 bits), 6 base62
 * characters of the CRC-32 over what stands before them. Only its SHA-256 is kept.
 */
public final class AppKeySecret {
    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String PREFIX = "ak_";
    private static final int RANDOM_LENGTH = 32;
    private static final int CHECK_LENGTH = 6;
    private static final Pattern FORM = Pattern.compile("ak_[0-9A-Za-z]{38}");
    private static final int HINT_HEAD = 8;
    private static final int HINT_TAIL = 4;

    private AppKeySecret() {}

    public static String generate(SecureRandom random) {
        var text = new StringBuilder(PREFIX);
        for (var i = 0; i < RANDOM_LENGTH; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text + checksum(text.toString());
    }

    /** Whether form and checksum are right: a typing slip is told without a look-up. */
    public static boolean isWellFormed(String secret) {
        if (!FORM.matcher(secret).matches()) {
            return false;
        }
        var end = secret.length() - CHECK_LENGTH;
        return checksum(secret.substring(0, end)).equals(secret.substring(end));
    }

    /** SHA-256 in lower-case hex, of generated and imported secrets alike. */
    public static String hash(String secret) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJvmHasIt) {
            throw new IllegalStateException(everyJvmHasIt);
        }
    }

    /** First 8 and last 4 characters: what may be shown of a key. */
    public static String hint(String secret) {
        if (secret.length() < HINT_HEAD + HINT_TAIL + 4) {
            return "…";
        }
        return secret.substring(0, HINT_HEAD) + "…" + secret.substring(secret.length() - HINT_TAIL);
    }

    private static String checksum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        var value = crc.getValue();
        var out = new char[CHECK_LENGTH];
        for (var i = CHECK_LENGTH - 1; i >= 0; i--) {
            out[i] = ALPHABET.charAt((int) (value % ALPHABET.length()));
            value /= ALPHABET.length();
        }
        return new String(out);
    }
}
