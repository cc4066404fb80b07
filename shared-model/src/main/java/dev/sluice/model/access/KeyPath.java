package dev.sluice.model.access;

import org.jspecify.annotations.Nullable;

/** Where a key stands: {@code tenant/app/key} or {@code tenant/app/key/sub-key}. */
public record KeyPath(String tenant, String app, String key, @Nullable String subKey) {
    public String text() {
        return tenant + "/" + app + "/" + key + (subKey == null ? "" : "/" + subKey);
    }

    /** Reads what {@link #text} wrote. */
    public static KeyPath parse(String text) {
        var parts = text.split("/", -1);
        if (parts.length != 3 && parts.length != 4) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a key's path: tenant/app/key or tenant/app/key/sub-key");
        }
        return new KeyPath(parts[0], parts[1], parts[2], parts.length == 4 ? parts[3] : null);
    }
}
