package dev.sluice.control.rules;

import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.Scope;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A sub-key that is made or changed is no wider than what stands above it. When a parent narrows
 * later the sub-key stays as it is: the nodes take the intersection.
 */
final class NarrowerRules {
    private final StoredDocument child;
    private final List<AccessRules> above;
    private final List<RuleFault> faults;

    private NarrowerRules(StoredDocument child, List<AccessRules> above, List<RuleFault> faults) {
        this.child = child;
        this.above = above;
        this.faults = faults;
    }

    static void check(ConfigState state, StoredDocument child, List<RuleFault> faults) {
        var above = new ArrayList<AccessRules>();
        var kind = DocumentIds.parentKind(child.kind());
        var path = DocumentIds.parentPath(child.path());
        while (kind.isPresent()) {
            var parent = state.find(kind.get(), path).map(StoredDocument::body);
            if (parent.isPresent() && parent.get() instanceof Scope scope) {
                above.add(scope.rulesOrNone());
            }
            kind = DocumentIds.parentKind(kind.get());
            path = DocumentIds.parentPath(path);
        }
        if (child.body() instanceof Scope scope) {
            new NarrowerRules(child, above, faults).check(scope.rulesOrNone());
        }
    }

    private void check(AccessRules own) {
        aliases(own);
        atMost("maxOutputTokens", own, AccessRules::maxOutputTokens);
        atMost("limits.requestsPerMinute", own, it -> it.limitsOrNone().requestsPerMinute());
        atMost("limits.tokensPerMinute", own, it -> it.limitsOrNone().tokensPerMinute());
        atMost("limits.concurrent", own, it -> it.limitsOrNone().concurrent());
        atMost("expires", own, AccessRules::expires);
        cidrs(own);
        if (mayFetch(own) && above.stream().noneMatch(NarrowerRules::mayFetch)) {
            fault("policies.fetchMedia", "the key it stands below may not fetch media");
        }
        for (var i = 0; i < own.budgetsOrNone().size(); i++) {
            budget("budgets[" + i + "]", own.budgetsOrNone().get(i));
        }
    }

    private static boolean mayFetch(AccessRules rules) {
        return Boolean.TRUE.equals(rules.policiesOrNone().fetchMedia());
    }

    private void aliases(AccessRules own) {
        var wanted = own.aliases();
        if (wanted == null) {
            return;
        }
        for (var rules : above) {
            var allowed = rules.aliases();
            for (var i = 0; i < wanted.size(); i++) {
                if (allowed != null && !allowed.contains(wanted.get(i))) {
                    fault(
                            "aliases[" + i + "]",
                            "'" + wanted.get(i) + "' is not open to the key it stands below");
                }
            }
        }
    }

    private <T extends Comparable<T>> void atMost(
            String field, AccessRules own, Function<AccessRules, @Nullable T> figure) {
        var wanted = figure.apply(own);
        if (wanted == null) {
            return;
        }
        above.stream()
                .flatMap(rules -> Optional.ofNullable(figure.apply(rules)).stream())
                .filter(most -> wanted.compareTo(most) > 0)
                .findFirst()
                .ifPresent(most -> fault(field, wanted + " is more than the " + most + " above"));
    }

    private void cidrs(AccessRules own) {
        for (var rules : above) {
            var allowed = rules.cidrsOrNone().stream().map(Network::parse).toList();
            for (var i = 0; i < own.cidrsOrNone().size(); i++) {
                var wanted = own.cidrsOrNone().get(i);
                var network = Network.parse(wanted);
                if (!allowed.isEmpty() && allowed.stream().noneMatch(it -> it.holds(network))) {
                    fault(
                            "cidrs[" + i + "]",
                            wanted
                                    + " is not within "
                                    + rules.cidrsOrNone().stream()
                                            .collect(Collectors.joining(", ")));
                }
            }
        }
    }

    private void budget(String field, Budget wanted) {
        above.stream()
                .flatMap(rules -> rules.budgetsOrNone().stream())
                .filter(other -> other.id().equals(wanted.id()))
                .filter(other -> wanted.limit() > other.limit())
                .findFirst()
                .ifPresent(other ->
                        fault(
                                field,
                                amount(wanted) + " is more than the " + amount(other) + " above"));
    }

    private static String amount(Budget budget) {
        return budget.countsMoney() ? String.valueOf(budget.amount()) : budget.limit() + " tokens";
    }

    private void fault(String field, String message) {
        faults.add(new RuleFault(DocumentKind.SUB_KEY, child.path(), field, message));
    }
}
