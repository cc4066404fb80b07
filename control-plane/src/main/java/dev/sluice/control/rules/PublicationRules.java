package dev.sluice.control.rules;

import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentChange;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.ConfigRules;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

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
     * @param booked a document as it was last published, also when it has been removed since
     * @param narrowing whether changed sub-keys are held against their keys; a rollback brings back
     *     what was allowed once, and the nodes take the intersection anyway
     */
    public static List<RuleFault> check(
            ConfigState after,
            List<DocumentChange> changes,
            Installation installation,
            BiFunction<DocumentKind, String, Optional<ConfigBody>> booked,
            boolean narrowing,
            Instant now) {
        var faults = new ArrayList<RuleFault>();
        var documents =
                after.all().stream()
                        .map(it -> new ConfigDocument(it.kind(), it.path(), it.body()))
                        .toList();
        for (var violation : ConfigRules.check(documents, installation)) {
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
                booked.apply(DocumentKind.MODEL, model.name())
                        .ifPresent(before ->
                                PriceRules.check((UpstreamModel) before, model, now, faults));
            }
            if (document.body() instanceof Tenant tenant) {
                booked.apply(DocumentKind.TENANT, tenant.name())
                        .ifPresent(
                                before -> currency((Tenant) before, tenant, installation, faults));
            }
        }
        return List.copyOf(faults);
    }

    /** Budgets count, and calls are booked, in the tenant's currency. */
    private static void currency(
            Tenant booked, Tenant wanted, Installation installation, List<RuleFault> faults) {
        var was = booked.tariff(installation.rates()).currency();
        var becomes = wanted.tariff(installation.rates()).currency();
        if (!was.equals(becomes)) {
            faults.add(
                    new RuleFault(
                            DocumentKind.TENANT,
                            wanted.name(),
                            "currency",
                            "cannot become "
                                    + becomes
                                    + ": the tenant's budgets and calls are booked in "
                                    + was));
        }
    }
}
