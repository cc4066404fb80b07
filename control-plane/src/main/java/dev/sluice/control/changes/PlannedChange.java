package dev.sluice.control.changes;

import dev.sluice.control.catalogue.DocumentChange;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.Installation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One line of a plan or diff. */
public record PlannedChange(
        DocumentChange.Action action, String kind, String path, @Nullable String detail) {
    /** The line of a change, with a remark where there is more to say than the fields show. */
    public static PlannedChange of(DocumentChange change, @Nullable String more) {
        var details = String.join("; ", change.details());
        var detail = details.isEmpty() ? more : more == null ? details : details + "; " + more;
        return new PlannedChange(change.action(), change.kind().text(), change.path(), detail);
    }

    /** The lines of what the installation as a whole becomes; none where it stays. */
    public static Stream<PlannedChange> ofInstallation(Installation from, Installation to) {
        return Stream.of(
                        of("trustedProxies", from.trustedProxies(), to.trustedProxies()),
                        of("currencies", rates(from), rates(to)),
                        of("reports", recipients(from, true), recipients(to, true)),
                        of("alerts", recipients(from, false), recipients(to, false)))
                .flatMap(Optional::stream);
    }

    private static Optional<PlannedChange> of(String field, List<?> from, List<?> to) {
        return from.equals(to)
                ? Optional.empty()
                : Optional.of(
                        new PlannedChange(
                                DocumentChange.Action.UPDATE,
                                "installation",
                                field,
                                from + " → " + to));
    }

    private static List<JsonNode> recipients(Installation of, boolean ofReports) {
        var contacts = of.contacts();
        Object plan = ofReports ? contacts.reports() : contacts.alerts();
        return plan == null ? List.of() : List.of(SluiceJson.mapper().valueToTree(plan));
    }

    private static List<String> rates(Installation of) {
        var lines = new ArrayList<String>();
        of.rates()
                .rates()
                .forEach((currency, dated) ->
                        dated.forEach(it ->
                                lines.add(
                                        currency
                                                + " "
                                                + it.rate().stripTrailingZeros().toPlainString()
                                                + " from "
                                                + it.from())));
        return lines;
    }

    /** A document that stays as it is, while something that belongs to it changes. */
    public static PlannedChange behind(String documentId, String remark) {
        var slash = documentId.indexOf('/');
        return new PlannedChange(
                DocumentChange.Action.UPDATE,
                documentId.substring(0, slash),
                documentId.substring(slash + 1),
                remark);
    }
}
