package dev.sluice.control.secrets;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamSecret;
import dev.sluice.model.secret.SecretSealer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Seals the upstreams' secrets on the way in and keeps them apart from the documents. */
@Service
public class SecretVault {
    private static final int HINT_CHARACTERS = 4;
    private static final int LEAST_FOR_HINT = 16;

    private final UpstreamSecretRepository secrets;
    private final SecretSealer sealer;
    private final Clock clock;

    SecretVault(UpstreamSecretRepository secrets, ControlPlaneSettings settings, Clock clock) {
        this.secrets = secrets;
        this.clock = clock;
        try {
            this.sealer = SecretSealer.fromKeyset(Files.readString(settings.keysetFile()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "the keyset " + settings.keysetFile() + " cannot be read", unreadable);
        }
    }

    /**
     * Takes the secrets out of an upstream; writes nothing. A value that is already stored stays.
     */
    @Transactional(readOnly = true)
    public PreparedUpstream prepare(Upstream upstream) {
        var stored = stored(upstream.name(), false);
        var shown = new ArrayList<UpstreamSecret>();
        var fresh = new ArrayList<SealedSecret>();
        var replaced = new ArrayList<String>();
        var missing = new ArrayList<String>();
        for (var secret : upstream.secrets()) {
            var known = stored.get(secret.name());
            var given = given(upstream.name(), secret, known);
            if (given == null) {
                missing.add(secret.name());
                shown.add(new UpstreamSecret(secret.name(), null, null, null));
                continue;
            }
            if (known == null || !known.sealed().equals(given.sealed())) {
                fresh.add(given);
                if (known != null) {
                    replaced.add(secret.name());
                }
            }
            shown.add(new UpstreamSecret(secret.name(), null, null, given.hint()));
        }
        return new PreparedUpstream(upstream.withSecrets(shown), fresh, replaced, missing);
    }

    private @Nullable SealedSecret given(
            String upstream, UpstreamSecret secret, @Nullable SealedSecret known) {
        var value = secret.value();
        if (value != null) {
            if (known != null
                    && sealer.open(known.sealed(), upstream, secret.name()).equals(value)) {
                return known;
            }
            return new SealedSecret(
                    upstream,
                    secret.name(),
                    sealer.seal(value, upstream, secret.name()),
                    hint(value));
        }
        var sealed = secret.sealed();
        var hint = secret.hint();
        return sealed == null || hint == null
                ? known
                : new SealedSecret(upstream, secret.name(), sealed, hint);
    }

    /** Stores fresh secrets and retires those that the upstream no longer names. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void store(String upstream, List<String> named, List<SealedSecret> fresh) {
        var rows =
                secrets.findByUpstream(upstream).stream()
                        .collect(Collectors.toMap(row -> row.name, Function.identity()));
        for (var secret : fresh) {
            var row = rows.computeIfAbsent(secret.name(), name -> new UpstreamSecretEntity());
            row.id = secret.id();
            row.upstream = upstream;
            row.name = secret.name();
            row.sealed = secret.sealed();
            row.hint = secret.hint();
            row.changedAt = clock.instant();
        }
        for (var row : rows.values()) {
            if (named.contains(row.name)) {
                row.retiredAt = null;
            } else if (row.retiredAt == null) {
                row.retiredAt = clock.instant();
            }
            secrets.save(row);
        }
    }

    /** Names that have a stored value, retired ones included: what a rollback may bring back. */
    @Transactional(readOnly = true)
    public List<String> everStored(String upstream) {
        return List.copyOf(stored(upstream, true).keySet());
    }

    /** The secrets in use, by upstream. */
    @Transactional(readOnly = true)
    public Map<String, List<SealedSecret>> inUse() {
        return secrets.findByRetiredAtIsNull().stream()
                .map(UpstreamSecretEntity::toSecret)
                .collect(Collectors.groupingBy(SealedSecret::upstream));
    }

    private Map<String, SealedSecret> stored(String upstream, boolean withRetired) {
        return secrets.findByUpstream(upstream).stream()
                .filter(row -> withRetired || row.retiredAt == null)
                .map(UpstreamSecretEntity::toSecret)
                .collect(Collectors.toMap(SealedSecret::name, Function.identity()));
    }

    private static String hint(String value) {
        return value.length() < LEAST_FOR_HINT
                ? "…"
                : value.substring(0, HINT_CHARACTERS)
                        + "…"
                        + value.substring(value.length() - HINT_CHARACTERS);
    }
}
