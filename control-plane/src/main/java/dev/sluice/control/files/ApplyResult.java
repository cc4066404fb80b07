package dev.sluice.control.files;

import dev.sluice.control.changes.PlannedChange;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file changes or changed.
 *
 * @param version the version that came of it; of a plan the current one
 * @param issued secrets of keys that were issued, by path: the only time that they are shown
 */
public record ApplyResult(
        List<PlannedChange> changes, long version, @Nullable Map<String, String> issued) {
    public ApplyResult {
        changes = List.copyOf(changes);
    }

    @Override
    public String toString() {
        return "ApplyResult[version=" + version + ", changes=" + changes + "]";
    }
}
