package dev.sluice.control.catalogue;

import dev.sluice.model.snapshot.DocumentKind;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names of documents and their places in the tree of tenants. */
public final class DocumentIds {
    private DocumentIds() {}

    public static String of(DocumentKind kind, String path) {
        return kind.text() + "/" + path;
    }

    public static Optional<DocumentKind> kind(String text) {
        return Arrays.stream(DocumentKind.values())
                .filter(kind -> kind.text().equals(text))
                .findFirst();
    }

    /** The first name of the path, for documents below a tenant. */
    public static @Nullable String tenantOf(DocumentKind kind, String path) {
        return switch (kind) {
            case UPSTREAM, MODEL, ALIAS -> null;
            case TENANT, APP, KEY, SUB_KEY -> path.split("/", 2)[0];
        };
    }

    /** How many names a path of this kind has; 0 where slashes may be part of the name. */
    public static int depth(DocumentKind kind) {
        return switch (kind) {
            case UPSTREAM, MODEL, ALIAS -> 0;
            case TENANT -> 1;
            case APP -> 2;
            case KEY -> 3;
            case SUB_KEY -> 4;
        };
    }

    /** What an app, key or sub-key stands below. */
    public static Optional<DocumentKind> parentKind(DocumentKind kind) {
        return switch (kind) {
            case UPSTREAM, MODEL, ALIAS, TENANT -> Optional.empty();
            case APP -> Optional.of(DocumentKind.TENANT);
            case KEY -> Optional.of(DocumentKind.APP);
            case SUB_KEY -> Optional.of(DocumentKind.KEY);
        };
    }

    public static String parentPath(String path) {
        var slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }
}
