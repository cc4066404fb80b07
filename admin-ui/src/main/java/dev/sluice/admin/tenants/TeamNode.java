package dev.sluice.admin.tenants;

import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.control.tenants.KeyView;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.Scope;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.DocumentKind;
import org.jspecify.annotations.Nullable;

/** A row of the teams' tree. */
sealed interface TeamNode {
    DocumentKind kind();

    String path();

    @Nullable String fileName();

    AccessRules rules();

    default String name() {
        return path().substring(path().lastIndexOf('/') + 1);
    }

    default String tenant() {
        return path().split("/", 2)[0];
    }

    /** A tenant or an app. */
    record Group(ShownDocument document) implements TeamNode {
        @Override
        public DocumentKind kind() {
            return document.kind();
        }

        @Override
        public String path() {
            return document.path();
        }

        @Override
        public @Nullable String fileName() {
            return document.fileName();
        }

        @Override
        public AccessRules rules() {
            return document.body() instanceof Scope scope ? scope.rulesOrNone() : AccessRules.NONE;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Group group && group.path().equals(path());
        }

        @Override
        public int hashCode() {
            return path().hashCode();
        }
    }

    /** A key or sub-key; a key keeps its place when its state changes. */
    record Key(KeyView key) implements TeamNode {
        @Override
        public DocumentKind kind() {
            return key.path().chars().filter(it -> it == '/').count() == 2
                    ? DocumentKind.KEY
                    : DocumentKind.SUB_KEY;
        }

        @Override
        public String path() {
            return key.path();
        }

        @Override
        public @Nullable String fileName() {
            return key.fileName();
        }

        @Override
        public AccessRules rules() {
            return SluiceJson.mapper().treeToValue(key.rules(), AccessRules.class);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key same && same.path().equals(path());
        }

        @Override
        public int hashCode() {
            return path().hashCode();
        }
    }
}
