package dev.sluice.dataplane.snapshot;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigPart;
import dev.sluice.model.snapshot.SnapshotHead;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts and the newest head that a follower has seen. One thread only. */
final class ConfigStore {
    private final Map<String, ConfigPart> parts = new HashMap<>();
    private @Nullable SnapshotHead newest;

    /** Fails with a message where the record is not what its key says. */
    void part(String hash, byte @Nullable [] json) {
        if (json == null) {
            parts.remove(hash);
            return;
        }
        if (parts.containsKey(hash)) {
            return;
        }
        if (!sha256(json).equals(hash)) {
            throw new IllegalArgumentException("its content has another hash than its key");
        }
        var text = new String(json, StandardCharsets.UTF_8);
        parts.put(hash, SluiceJson.read(text, ConfigPart.class));
    }

    /** True when it is newer than all before. */
    boolean head(byte @Nullable [] json) {
        if (json == null) {
            return false;
        }
        var head = SluiceJson.read(new String(json, StandardCharsets.UTF_8), SnapshotHead.class);
        if (newest != null && head.version() <= newest.version()) {
            return false;
        }
        newest = head;
        return true;
    }

    @Nullable SnapshotHead newest() {
        return newest;
    }

    boolean isComplete(SnapshotHead head) {
        return parts.keySet().containsAll(head.parts());
    }

    List<ConfigPart> partsOf(SnapshotHead head) {
        var found = new ArrayList<ConfigPart>(head.parts().size());
        for (var hash : head.parts()) {
            var part = parts.get(hash);
            if (part != null) {
                found.add(part);
            }
        }
        return found;
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
