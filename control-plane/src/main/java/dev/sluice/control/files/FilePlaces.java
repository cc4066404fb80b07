package dev.sluice.control.files;

import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.rules.RuleFault;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.model.file.ConfigFile;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.HashMap;
import java.util.Map;

/** Where the documents stand in the file: {@code tenants[0].apps[1]} and the line. */
final class FilePlaces {
    private final Map<String, String> places = new HashMap<>();
    private final Map<String, Integer> lines = new HashMap<>();

    FilePlaces(ConfigFile file) {
        var counts = new HashMap<String, Integer>();
        for (var document : file.documents()) {
            var parent =
                    DocumentIds.parentKind(document.kind())
                            .map(kind ->
                                    places.get(
                                                    DocumentIds.of(
                                                            kind,
                                                            DocumentIds.parentPath(
                                                                    document.path())))
                                            + ".")
                            .orElse("");
            var list = parent + list(document.kind());
            var index = counts.merge(list, 1, Integer::sum) - 1;
            var id = DocumentIds.of(document.kind(), document.path());
            places.put(id, list + "[" + index + "]");
            lines.put(id, file.lineOf(document));
        }
    }

    private static String list(DocumentKind kind) {
        return switch (kind) {
            case UPSTREAM -> "upstreams";
            case MODEL -> "models";
            case ALIAS -> "aliases";
            case TENANT -> "tenants";
            case APP -> "apps";
            case KEY -> "keys";
            case SUB_KEY -> "subKeys";
        };
    }

    /** The fault with its place in the file, or named by its document when the file has it not. */
    FaultAt at(RuleFault fault) {
        var place = places.get(fault.documentId());
        if (place == null) {
            return new FaultAt(
                    null,
                    fault.documentId(),
                    fault.message() + " (it was made in the console and is not in the file)");
        }
        var path = fault.field().isEmpty() ? place : place + "." + fault.field();
        return new FaultAt(lines.get(fault.documentId()), path, fault.message());
    }
}
