package dev.sluice.model.access;

import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.Limits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What narrows a tenant, app, AppKey or sub-key. The four levels stack: what counts is the
 * intersection down the path, so that a child is never wider than its parent.
 *
 * @param aliases absent: tenant all, app none, key and sub-key the parent's; empty: none
 * @param maxOutputTokens cap of a call's output, in tokens
 * @param weight by which it has a part of budgets that its parent splits; 1 when absent
 */
public record AccessRules(
        @Nullable List<String> aliases,
        @Nullable Limits limits,
        @Nullable List<Budget> budgets,
        @Nullable Long maxOutputTokens,
        @Nullable Instant expires,
        @Nullable List<String> cidrs,
        @Nullable Map<String, String> tags,
        @Nullable String businessLine,
        @Nullable CallPolicies policies,
        @Nullable UnknownFields unknownFields,
        @Nullable Integer weight) {
    public static final AccessRules NONE =
            new AccessRules(null, null, null, null, null, null, null, null, null, null, null);

    public Limits limitsOrNone() {
        return limits != null ? limits : Limits.NONE;
    }

    public CallPolicies policiesOrNone() {
        return policies != null ? policies : CallPolicies.NONE;
    }

    public List<Budget> budgetsOrNone() {
        return budgets != null ? budgets : List.of();
    }

    public int weightOrOne() {
        return weight != null ? weight : 1;
    }

    public List<String> cidrsOrNone() {
        return cidrs != null ? cidrs : List.of();
    }

    public Map<String, String> tagsOrNone() {
        return tags != null ? tags : Map.of();
    }
}
