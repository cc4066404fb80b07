package dev.sluice.control.rules;

import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentChange;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.ConfigRules;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What holds of every published state, whoever made the change: the rules between documents that
 * the nodes check too, and what only the control plane can know: a sub-key is no wider than its
 * key, the past of a price book stays as booked.
 */
public final class PublicationRules {
    private PublicationRules() {}

    /**
     * Checks a state before it is published.
     *
     * @param booked the model as it was last published, also when it has been removed since
     * @param narrowing whether changed sub-keys are held against their keys; a rollback brings back
     *     what was allowed once, and the nodes take the intersection anyway
     */
    public static List<RuleFault> check(
            ConfigState after,
            List<DocumentChange> changes,
            Function<String, Optional<UpstreamModel>> booked,
            boolean narrowing,
            Instant now) {
        var faults = new ArrayList<RuleFault>();
        var documents =
                after.all().stream()
                        .map(it -> new ConfigDocument(it.kind(), it.path(), it.body()))
                        .toList();
        for (var violation : ConfigRules.check(documents)) {
            faults.add(
                    new RuleFault(
                            violation.document().kind(),
                            violation.document().path(),
                            violation.field(),
                            violation.message()));
        }
        for (var change : changes) {
            var document = change.after();
            if (document == null) {
                continue;
            }
            if (narrowing && document.kind() == DocumentKind.SUB_KEY) {
                NarrowerRules.check(after, document, faults);
            }
            if (document.body() instanceof UpstreamModel model) {
                booked.apply(model.name())
                        .ifPresent(before -> PriceRules.check(before, model, now, faults));
            }
        }
        return List.copyOf(faults);
    }
}
