package dev.sluice.control.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One document before and after; at least one of the two is there. */
public record DocumentChange(@Nullable StoredDocument before, @Nullable StoredDocument after) {
    /** What is done to a document. */
    public enum Action {
        CREATE,
        UPDATE,
        DELETE;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DocumentChange {
        if (before == null && after == null) {
            throw new IllegalArgumentException("a change has a document before or after");
        }
    }

    public static DocumentChange create(StoredDocument after) {
        return new DocumentChange(null, after);
    }

    public static DocumentChange delete(StoredDocument before) {
        return new DocumentChange(before, null);
    }

    public Action action() {
        return before == null ? Action.CREATE : after == null ? Action.DELETE : Action.UPDATE;
    }

    public DocumentKind kind() {
        return either().kind();
    }

    public String path() {
        return either().path();
    }

    public String id() {
        return either().id();
    }

    public @Nullable String tenant() {
        return either().tenant();
    }

    /** The fields that differ, in words; empty where document appears or goes. */
    public List<String> details() {
        return before == null || after == null
                ? List.of()
                : JsonDifference.between(
                        DocumentJson.tree(before.body()), DocumentJson.tree(after.body()));
    }

    private StoredDocument either() {
        var there = after != null ? after : before;
        if (there == null) {
            throw new IllegalStateException("checked on construction");
        }
        return there;
    }
}
