package dev.sluice.control.snapshot;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigPart;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A part's bytes, named by their SHA-256. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BuiltPart(String label, String hash, byte[] body) {
    static BuiltPart of(String label, ConfigPart part) {
        var body = SluiceJson.mapper().writeValueAsBytes(part);
        return new BuiltPart(label, sha256(body), body);
    }

    PartRef ref() {
        return new PartRef(label, hash);
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException everyJvmHasIt) {
            throw new IllegalStateException(everyJvmHasIt);
        }
    }
}
