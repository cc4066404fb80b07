package dev.sluice.control.tenants;

import dev.sluice.control.access.KeyChange;
import dev.sluice.control.access.KeyStore;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.changes.ChangeSet;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.snapshot.Origin;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.id.Name;
import dev.sluice.model.json.DurationText;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.secret.AppKeySecret;
import dev.sluice.model.snapshot.DocumentKind;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sub-keys for those whom no secret can be trusted with for long, such as pages in browsers: an
 * hour at most, with a budget of their own. Whoever issues the next one lets go of those that ended
 * long ago, so that they never pile up.
 */
@Service
public class ShortLivedKeys {
    private static final Duration MOST = Duration.ofHours(1);
    private static final Duration LEAST = Duration.ofSeconds(1);

    /** So long after its end a node still says of a key that it expired. */
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private static final int MOST_NAME_CHARACTERS = 60;
    private static final int SUFFIX_BYTES = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final KeyStore keys;
    private final AccessGuard guard;
    private final ChangeDesk desk;
    private final Clock clock;

    ShortLivedKeys(KeyStore keys, AccessGuard guard, ChangeDesk desk, Clock clock) {
        this.keys = keys;
        this.guard = guard;
        this.desk = desk;
        this.clock = clock;
    }

    /** Issues one below an AppKey. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public ShortLivedSecret issue(ShortLivedRequest request) {
        var parent = parent(request.parent());
        guard.requireChange(parent.tenant(), "key " + parent.text());
        var faults = new ArrayList<FaultAt>();
        var ttl = ttl(request.ttl(), faults);
        var name = name(request.name(), faults);
        var rules = rules(request, faults);
        if (!faults.isEmpty()) {
            throw Refusal.invalid("the short-lived sub-key has faults", faults);
        }
        var changes = desk.openAround(parent.text());
        if (!changes.before().has(DocumentKind.KEY, parent.text())) {
            throw Refusal.notFound("key " + parent.text());
        }
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var tenant = tenant(changes, parent.tenant());
        var window = window(now, now.plus(ttl), tenant);
        var expires = Stream.of(now.plus(ttl), end(window, now, tenant)).min(Instant::compareTo);
        rules.put("expires", expires.orElseThrow().toString());
        for (var budget : rules.path("budgets")) {
            if (budget instanceof ObjectNode object && !object.has("window")) {
                object.put("window", window.text());
            }
        }
        return publish(
                changes,
                new KeyPath(parent.tenant(), parent.app(), parent.key(), name),
                rules,
                expires.orElseThrow());
    }

    private ShortLivedSecret publish(
            ChangeSet changes, KeyPath path, ObjectNode rules, Instant expires) {
        var secret = AppKeySecret.generate(RANDOM);
        changes.put(KeyService.document(path, rules));
        changes.key(
                new KeyChange.Issue(
                        path.text(),
                        AppKeySecret.hash(secret),
                        AppKeySecret.hint(secret),
                        expires.plus(REMEMBERED)));
        letGo(changes, new KeyPath(path.tenant(), path.app(), path.key(), null).text());
        var label = DocumentKind.SUB_KEY.text() + " " + path.text();
        var focus = DocumentKind.SUB_KEY.text() + "/" + path.text();
        var version = desk.publish(changes, Origin.KEY, "issue short-lived " + label, focus);
        return new ShortLivedSecret(
                path.text(), secret, AppKeySecret.hint(secret), expires, version);
    }

    /** One whose rules were changed so that it still may call is an ordinary sub-key now. */
    private void letGo(ChangeSet changes, String parent) {
        var now = clock.instant();
        for (var path : keys.toForget(parent, now)) {
            changes.before()
                    .find(DocumentKind.SUB_KEY, path)
                    .filter(document -> hasExpired(document, now))
                    .ifPresent(changes::forget);
        }
    }

    private static boolean hasExpired(StoredDocument document, Instant now) {
        var expires = document.body() instanceof Scope scope ? scope.rulesOrNone().expires() : null;
        return expires != null && expires.isBefore(now);
    }

    /**
     * The smallest window that does not end within the key's life, so that a budget is one budget;
     * where every window ends the key ends with it.
     */
    private static BudgetWindow window(Instant now, Instant until, Tenant tenant) {
        return Stream.of(BudgetWindow.DAY, BudgetWindow.WEEK, BudgetWindow.MONTH)
                .filter(window -> !end(window, now, tenant).isBefore(until))
                .findFirst()
                .orElse(BudgetWindow.MONTH);
    }

    private static Instant end(BudgetWindow window, Instant now, Tenant tenant) {
        return window.endOf(now, tenant.zone(), tenant.fiscalStartDayOrFirst());
    }

    private static Tenant tenant(ChangeSet changes, String tenant) {
        return changes.before()
                .body(DocumentKind.TENANT, tenant, Tenant.class)
                .orElseThrow(() -> Refusal.notFound("tenant " + tenant));
    }

    private static KeyPath parent(@Nullable String text) {
        if (text != null) {
            try {
                var path = KeyPath.parse(text);
                if (path.subKey() == null) {
                    return path;
                }
            } catch (IllegalArgumentException malformed) {
                // The message below says what is wanted.
            }
        }
        throw Refusal.badRequest("'parent' must be the path of an AppKey: tenant/app/key");
    }

    private static Duration ttl(@Nullable String text, List<FaultAt> faults) {
        if (text == null || !DurationText.isWellFormed(text)) {
            faults.add(fault("ttl", "must be a duration of at most 1h, like 15m"));
            return MOST;
        }
        var ttl = DurationText.parse(text);
        if (ttl.compareTo(MOST) > 0 || ttl.compareTo(LEAST) < 0) {
            faults.add(fault("ttl", "'" + text + "' does not lie between 1s and 1h"));
        }
        return ttl;
    }

    private static String name(@Nullable String wanted, List<FaultAt> faults) {
        var begin = wanted == null ? "short" : wanted;
        if (begin.length() > MOST_NAME_CHARACTERS || !Name.isSegment(begin)) {
            faults.add(
                    fault(
                            "name",
                            "must be letters, digits, '.', '_' or '-', at most "
                                    + MOST_NAME_CHARACTERS));
        }
        var suffix = new byte[SUFFIX_BYTES];
        RANDOM.nextBytes(suffix);
        return begin + "-" + HexFormat.of().formatHex(suffix);
    }

    private static ObjectNode rules(ShortLivedRequest request, List<FaultAt> faults) {
        if (!(request.rules() instanceof ObjectNode given)) {
            throw Refusal.badRequest(
                    "'rules' must be an object with a budget, like {\"budgets\": [{\"amount\":"
                            + " \"0.50\"}]}");
        }
        if (given.path("budgets").isEmpty()) {
            faults.add(fault("rules.budgets", "must have at least one budget of the key's own"));
        }
        if (given.has("expires")) {
            faults.add(fault("rules.expires", "is not given; 'ttl' says how long the key lives"));
        }
        return given.deepCopy();
    }

    private static FaultAt fault(String path, String message) {
        return new FaultAt(null, path, message);
    }
}
