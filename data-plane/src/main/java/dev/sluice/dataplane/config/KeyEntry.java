package dev.sluice.dataplane.config;

import dev.sluice.model.access.App;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.quota.Share;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An issued key with all that bounds it, worked out once per version.
 *
 * @param keyId names this issue of the key; the revocation set holds it
 * @param scopes the levels down to the key: tenant, app, AppKey and, for a sub-key, the sub-key
 * @param states state of this key first, then that of its parent key if it is a sub-key
 * @param zone the tenant's
 * @param aliases names of the aliases that may be called: the intersection down the path
 * @param maxOutputTokens the smallest cap down the path
 * @param expires the earliest end down the path
 * @param parentKeyId the AppKey's issue, where this is a sub-key
 * @param policies of all levels together
 * @param unknownFields the strictest down the path
 * @param shares for each level below the tenant, its place among its siblings
 * @param cidrs for each level that has any, the networks a caller must be in
 */
public record KeyEntry(
        String keyId,
        KeyPath path,
        List<KeyState> states,
        List<Scope> scopes,
        ZoneId zone,
        Set<String> aliases,
        @Nullable Long maxOutputTokens,
        @Nullable Instant expires,
        List<List<String>> cidrs,
        @Nullable String businessLine,
        @Nullable String parentKeyId,
        CallPolicies policies,
        UnknownFields unknownFields,
        List<Share> shares) {
    public KeyEntry {
        states = List.copyOf(states);
        scopes = List.copyOf(scopes);
        shares = List.copyOf(shares);
        aliases = Set.copyOf(aliases);
        cidrs = cidrs.stream().map(List::copyOf).toList();
    }

    /** An AppKey's own, which has no parent, without policies. */
    public KeyEntry(
            String keyId,
            KeyPath path,
            List<KeyState> states,
            List<Scope> scopes,
            ZoneId zone,
            Set<String> aliases,
            @Nullable Long maxOutputTokens,
            @Nullable Instant expires,
            List<List<String>> cidrs,
            @Nullable String businessLine) {
        this(
                keyId,
                path,
                states,
                scopes,
                zone,
                aliases,
                maxOutputTokens,
                expires,
                cidrs,
                businessLine,
                null,
                CallPolicies.NONE,
                UnknownFields.PASS,
                List.of());
    }

    /** Whether scripts of pages of this origin may call with the key: its app says so. */
    public boolean allowsOrigin(String origin) {
        return scopes.stream()
                .anyMatch(
                        scope -> scope instanceof App app && app.originsOrNone().contains(origin));
    }

    /** The day on which the tenant's months begin. */
    public int fiscalStartDay() {
        return !scopes.isEmpty() && scopes.getFirst() instanceof Tenant tenant
                ? tenant.fiscalStartDayOrFirst()
                : 1;
    }

    /** Whose revocation ends this key, with a space between. */
    public String revocableIds() {
        return parentKeyId == null ? keyId : keyId + " " + parentKeyId;
    }
}
