package dev.sluice.control.catalogue;

import dev.sluice.model.access.Scope;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every name that a document mentions is the name of something. */
final class ReferenceRules {
    private static final String DEGRADE = "degrade:";

    private final ConfigState state;
    private final List<RuleFault> faults;

    private ReferenceRules(ConfigState state, List<RuleFault> faults) {
        this.state = state;
        this.faults = faults;
    }

    static void check(ConfigState state, List<RuleFault> faults) {
        var rules = new ReferenceRules(state, faults);
        for (var document : state.all()) {
            switch (document.body()) {
                case Upstream upstream -> rules.upstream(document, upstream);
                case UpstreamModel model -> rules.model(document, model);
                case ModelAlias alias -> rules.alias(document, alias);
                case Scope scope -> rules.scope(document, scope);
                default -> throw new IllegalStateException("unknown body in " + document.id());
            }
        }
    }

    private void upstream(StoredDocument document, Upstream upstream) {
        var names = new HashSet<String>();
        for (var i = 0; i < upstream.secrets().size(); i++) {
            var name = upstream.secrets().get(i).name();
            if (!names.add(name)) {
                fault(document, "secrets[" + i + "].name", "'" + name + "' stands here twice");
            }
        }
        if (upstream.baseUrl() != null && !upstream.instances().isEmpty()) {
            fault(document, "instances", "an upstream has a baseUrl or instances, not both");
        }
    }

    private void model(StoredDocument document, UpstreamModel model) {
        if (!state.has(DocumentKind.UPSTREAM, model.upstream())) {
            fault(document, "upstream", "there is no upstream '" + model.upstream() + "'");
        }
        var begins = new HashSet<Object>();
        for (var i = 0; i < model.prices().size(); i++) {
            if (!begins.add(model.prices().get(i).from())) {
                fault(document, "prices[" + i + "].from", "two prices begin at the same instant");
            }
        }
    }

    private void alias(StoredDocument document, ModelAlias alias) {
        if (alias.targets().isEmpty()) {
            fault(document, "targets", "an alias needs at least one target");
        }
        for (var i = 0; i < alias.targets().size(); i++) {
            var target = alias.targets().get(i).model();
            if (!state.has(DocumentKind.MODEL, target)) {
                fault(document, "targets[" + i + "].model", "there is no model '" + target + "'");
            }
        }
        for (var i = 0; i < alias.fallback().size(); i++) {
            var place = "fallback[" + i + "]";
            var other = alias.fallback().get(i);
            aliasExists(document, place, other);
            if (leadsTo(other, alias.name(), new HashSet<>())) {
                fault(document, place, "'" + other + "' leads back to '" + alias.name() + "'");
            }
        }
    }

    private boolean leadsTo(String from, String wanted, Set<String> seen) {
        if (from.equals(wanted)) {
            return true;
        }
        return seen.add(from)
                && state.body(DocumentKind.ALIAS, from, ModelAlias.class).stream()
                        .flatMap(alias -> alias.fallback().stream())
                        .anyMatch(next -> leadsTo(next, wanted, seen));
    }

    private void scope(StoredDocument document, Scope scope) {
        DocumentIds.parentKind(document.kind())
                .filter(kind -> !state.has(kind, DocumentIds.parentPath(document.path())))
                .ifPresent(
                        kind ->
                                fault(
                                        document,
                                        "",
                                        "there is no %s '%s' for it to stand below"
                                                .formatted(
                                                        kind.text(),
                                                        DocumentIds.parentPath(document.path()))));
        var rules = scope.rulesOrNone();
        var aliases = rules.aliases();
        if (aliases != null) {
            for (var i = 0; i < aliases.size(); i++) {
                aliasExists(document, "aliases[" + i + "]", aliases.get(i));
            }
        }
        var ids = new HashSet<String>();
        for (var i = 0; i < rules.budgetsOrNone().size(); i++) {
            var budget = rules.budgetsOrNone().get(i);
            budget(document, "budgets[" + i + "]", budget);
            if (!ids.add(budget.id())) {
                fault(
                        document,
                        "budgets[" + i + "]",
                        "there is already a budget of this unit, window and alias here");
            }
        }
    }

    private void budget(StoredDocument document, String place, Budget budget) {
        var alias = budget.alias();
        if (alias != null) {
            aliasExists(document, place + ".alias", alias);
        }
        var exhausted = budget.onExhaustedOrDefault();
        if (exhausted.startsWith(DEGRADE)) {
            aliasExists(document, place + ".onExhausted", exhausted.substring(DEGRADE.length()));
        }
    }

    private void aliasExists(StoredDocument document, String place, String alias) {
        if (!state.has(DocumentKind.ALIAS, alias)) {
            fault(document, place, "there is no alias '" + alias + "'");
        }
    }

    private void fault(StoredDocument document, String field, String message) {
        faults.add(new RuleFault(document.kind(), document.path(), field, message));
    }
}
