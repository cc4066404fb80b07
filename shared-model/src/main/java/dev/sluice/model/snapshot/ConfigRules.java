package dev.sluice.model.snapshot;

import dev.sluice.model.access.Scope;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.id.NearestName;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.Split;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Strategy;
import dev.sluice.model.route.Target;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What must hold between the documents of one version: every reference has its other end, nothing
 * stands twice, every alias can be served. Checked before a plan, before each publication and by
 * every node.
 */
public final class ConfigRules {
    /** Providers that have no address of their own. */
    private static final Set<String> NEED_ADDRESS =
            Set.of(
                    "openai-compatible",
                    "azure-openai",
                    "vertex",
                    "vllm",
                    "sglang",
                    "tgi",
                    "ollama");

    private static final Pattern NESTED_QUANTIFIER = Pattern.compile("[+*}]\\)[+*{]");

    private final Map<DocumentKind, Map<String, ConfigDocument>> byKind = new HashMap<>();
    private final List<Violation> violations = new ArrayList<>();

    /** What else there is, by label, when only references are looked at; else null. */
    private final @Nullable Set<String> elsewhere;

    private final ExchangeRates rates;

    private ConfigRules(
            List<ConfigDocument> documents, ExchangeRates rates, @Nullable Set<String> elsewhere) {
        this.elsewhere = elsewhere;
        this.rates = rates;
        for (var document : documents) {
            var known = byKind.computeIfAbsent(document.kind(), kind -> new HashMap<>());
            if (known.putIfAbsent(document.path(), document) != null) {
                violations.add(new Violation(document, "name", "stands twice"));
            }
        }
    }

    /**
     * A rule that a document breaks.
     *
     * @param field the field to change, as in {@code targets[1].model}
     */
    public record Violation(ConfigDocument document, String field, String message) {
        /** In one line: {@code alias chat: targets[0].model: there is no model 'x'}. */
        public String text() {
            return document.label() + ": " + field + ": " + message;
        }
    }

    /** Every broken rule, in the order of the documents. */
    public static List<Violation> check(List<ConfigDocument> documents, Installation installation) {
        return check(documents, installation.rates(), null);
    }

    /**
     * What is wrong with the exchange rates and recipients of an installation.
     *
     * @param broken takes the field, as in {@code currencies.CNY[0].rate}, and the fault
     */
    public static void checkInstallation(
            Installation installation, BiConsumer<String, String> broken) {
        new PricingRules(installation.rates(), broken).rates();
        new RecipientRules(broken)
                .check(installation.contacts().reports(), installation.contacts().alerts());
    }

    /**
     * Only the references without their other end, for documents that are not whole yet.
     *
     * @param elsewhere labels of what there is besides the documents
     */
    public static List<Violation> danglingReferences(
            List<ConfigDocument> documents, Set<String> elsewhere) {
        return check(documents, Installation.DEFAULT.rates(), elsewhere);
    }

    private static List<Violation> check(
            List<ConfigDocument> documents, ExchangeRates rates, @Nullable Set<String> elsewhere) {
        var rules = new ConfigRules(documents, rates, elsewhere);
        for (var document : documents) {
            rules.check(document);
        }
        return List.copyOf(rules.violations);
    }

    private void check(ConfigDocument document) {
        switch (document.body()) {
            case Upstream upstream -> upstream(document, upstream);
            case UpstreamModel model -> model(document, model);
            case ModelAlias alias -> alias(document, alias);
            case Scope scope -> scope(document, scope);
            default ->
                    throw new IllegalStateException("unknown body " + document.body().getClass());
        }
    }

    private void upstream(ConfigDocument document, Upstream upstream) {
        if (elsewhere != null) {
            return; // it refers to nothing
        }
        if (upstream.baseUrl() != null && !upstream.instances().isEmpty()) {
            broken(document, "instances", "give either baseUrl or instances, not both");
        }
        if (upstream.baseUrl() == null
                && upstream.instances().isEmpty()
                && NEED_ADDRESS.contains(upstream.provider())) {
            broken(
                    document,
                    "baseUrl",
                    "provider '" + upstream.provider() + "' needs a baseUrl or instances");
        }
        upstreamRules(document).check(upstream);
        var names = new HashSet<String>();
        for (var secret : upstream.secrets()) {
            if (!names.add(secret.name())) {
                broken(document, "secrets", "there is already a secret '" + secret.name() + "'");
            }
        }
    }

    private UpstreamRules upstreamRules(ConfigDocument document) {
        return new UpstreamRules((field, message) -> broken(document, field, message));
    }

    private void model(ConfigDocument document, UpstreamModel model) {
        mustExist(document, "upstream", DocumentKind.UPSTREAM, model.upstream());
        pricing(document).model(model);
    }

    private PricingRules pricing(ConfigDocument document) {
        return new PricingRules(rates, (field, message) -> broken(document, field, message));
    }

    private void masks(ConfigDocument document, CallPolicies policies) {
        var mask = policies.mask();
        if (mask == null) {
            return;
        }
        for (var i = 0; i < mask.patterns().size(); i++) {
            var field = "policies.mask.patterns[" + i + "].pattern";
            var text = mask.patterns().get(i).pattern();
            try {
                if (Pattern.compile(text).matcher("").matches()) {
                    broken(document, field, "matches the empty text; say what is masked");
                }
            } catch (PatternSyntaxException wrong) {
                broken(document, field, "is no regular expression: " + wrong.getDescription());
            }
            if (NESTED_QUANTIFIER.matcher(text).find()) {
                broken(document, field, "repeats a repetition; that may take forever");
            }
        }
    }

    private void alias(ConfigDocument document, ModelAlias alias) {
        masks(document, alias.policies());
        var models = new HashSet<String>();
        for (var i = 0; i < alias.targets().size(); i++) {
            var model = alias.targets().get(i).model();
            mustExist(document, "targets[" + i + "].model", DocumentKind.MODEL, model);
            if (!models.add(model)) {
                broken(
                        document,
                        "targets[" + i + "].model",
                        "model '" + model + "' is already a target");
            }
        }
        if (alias.targets().isEmpty()) {
            broken(document, "targets", "an alias needs at least one target");
        } else if (alias.strategyOrDefault() == Strategy.WEIGHTED
                && alias.targets().stream().mapToInt(Target::weightOrDefault).sum() == 0) {
            broken(document, "targets", "no target has a weight above zero");
        }
        upstreamRules(document).timeouts(alias.timeouts());
        for (var i = 0; i < alias.fallback().size(); i++) {
            var fallback = alias.fallback().get(i);
            mustExist(document, "fallback[" + i + "]", DocumentKind.ALIAS, fallback);
            if (fallback.equals(alias.name())) {
                broken(document, "fallback[" + i + "]", "an alias cannot fall back to itself");
            }
        }
    }

    private void scope(ConfigDocument document, Scope scope) {
        parent(document);
        if (scope instanceof Tenant tenant) {
            pricing(document).tenant(tenant);
            new RecipientRules((field, message) -> broken(document, field, message))
                    .check(tenant.reports(), tenant.alerts());
        }
        var rules = scope.rulesOrNone();
        masks(document, rules.policiesOrNone());
        if (rules.aliases() != null) {
            for (var i = 0; i < rules.aliases().size(); i++) {
                mustExist(
                        document, "aliases[" + i + "]", DocumentKind.ALIAS, rules.aliases().get(i));
            }
        }
        var ids = new HashSet<String>();
        for (var i = 0; i < rules.budgetsOrNone().size(); i++) {
            budget(document, "budgets[" + i + "]", rules.budgetsOrNone().get(i), ids);
        }
    }

    private void budget(ConfigDocument document, String field, Budget budget, Set<String> ids) {
        if (elsewhere == null && !ids.add(budget.id())) {
            broken(document, field, "there is already a budget of this kind and window");
        }
        if (elsewhere == null && budget.limit() < 0) {
            broken(document, field, "a budget is zero or more");
        }
        if (budget.splitOrNone() == Split.PART) {
            broken(document, field + ".split", "'part' is no policy: none, equal or weight is");
        }
        if (budget.alias() != null) {
            mustExist(document, field + ".alias", DocumentKind.ALIAS, budget.alias());
        }
        var cheaper = budget.degradesTo();
        if (cheaper != null) {
            mustExist(document, field + ".onExhausted", DocumentKind.ALIAS, cheaper);
            if (cheaper.equals(budget.alias())) {
                broken(
                        document,
                        field + ".onExhausted",
                        "a budget of '" + cheaper + "' cannot degrade to it");
            }
        }
    }

    private void parent(ConfigDocument document) {
        var parentKind =
                switch (document.kind()) {
                    case APP -> DocumentKind.TENANT;
                    case KEY -> DocumentKind.APP;
                    case SUB_KEY -> DocumentKind.KEY;
                    case UPSTREAM, MODEL, ALIAS, TENANT -> null;
                };
        if (parentKind != null) {
            var parent =
                    document.path().substring(0, Math.max(0, document.path().lastIndexOf('/')));
            mustExist(document, "name", parentKind, parent);
        }
    }

    /** Without a path where a fault of its own has left a hole. */
    private void mustExist(
            ConfigDocument document, String field, DocumentKind kind, @Nullable String path) {
        if (path == null) {
            return;
        }
        var known = byKind.getOrDefault(kind, Map.of()).keySet();
        var label = kind.text() + " " + path;
        if (known.contains(path) || (elsewhere != null && elsewhere.contains(label))) {
            return;
        }
        var nearest =
                NearestName.of(path, known)
                        .map(name -> "; did you mean '" + name + "'?")
                        .orElse("");
        violations.add(
                new Violation(
                        document,
                        field,
                        "there is no " + kind.text() + " '" + path + "'" + nearest));
    }

    private void broken(ConfigDocument document, String field, String message) {
        if (elsewhere != null) {
            return;
        }
        violations.add(new Violation(document, field, message));
    }
}
