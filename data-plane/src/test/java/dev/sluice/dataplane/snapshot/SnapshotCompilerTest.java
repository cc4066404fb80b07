package dev.sluice.dataplane.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.App;
import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.quota.Share;
import dev.sluice.model.secret.SecretSealer;
import dev.sluice.model.snapshot.ConfigPart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which versions a node takes, and which it refuses whole. */
class SnapshotCompilerTest {
    private static final ConfigPart CATALOGUE =
            new ConfigPart.Catalogue(1, "USD", null, null, List.of(), List.of(), List.of());
    private static final ConfigPart ACME =
            new ConfigPart.TenantPart(
                    1,
                    new Tenant("acme", null, AccessRules.NONE),
                    List.of(new App("bot", null, AccessRules.NONE)));

    private final SnapshotCompiler compiler =
            new SnapshotCompiler(SecretSealer.fromKeyset(SecretSealer.generateKeyset()));

    @Test
    void aRevokedKeyMayOutliveItsTenantAppAndParent() {
        var snapshot =
                compile(
                        grant("acme/bot/prod", KeyState.ACTIVE),
                        grant("gone/bot/prod", KeyState.REVOKED),
                        grant("gone/bot/prod/alice", KeyState.REVOKED),
                        grant("acme/gone/prod", KeyState.REVOKED),
                        grant("acme/bot/gone/alice", KeyState.REVOKED));

        assertThat(snapshot.keysByHash()).containsOnlyKeys("hash of acme/bot/prod");
    }

    @Test
    void aRevokedKeyWhoseAppIsThereIsStillKnownAsRevoked() {
        var snapshot = compile(grant("acme/bot/prod", KeyState.REVOKED));

        assertThat(snapshot.keysByHash()).containsOnlyKeys("hash of acme/bot/prod");
    }

    @Test
    void aLiveKeyWithoutItsAppBreaksTheVersion() {
        assertThatThrownBy(() -> compile(grant("acme/gone/prod", KeyState.ACTIVE)))
                .isInstanceOf(SnapshotCompiler.BrokenVersion.class)
                .hasMessageContaining("acme/gone/prod belongs to an app that is absent");
    }

    @Test
    void aLiveSubKeyWithoutItsParentBreaksTheVersion() {
        assertThatThrownBy(() -> compile(grant("acme/bot/gone/alice", KeyState.ACTIVE)))
                .isInstanceOf(SnapshotCompiler.BrokenVersion.class)
                .hasMessageContaining("acme/bot/gone/alice has no parent");
    }

    @Test
    void thePoliciesOfAllLevelsCountTogether() {
        var tenant = rules("{\"policies\":{\"fetchMedia\":true},\"unknownFields\":\"warn\"}");
        var app = rules("{\"policies\":{\"strict\":true},\"unknownFields\":\"reject\"}");
        var key = rules("{\"policies\":{\"fetchMedia\":false},\"unknownFields\":\"pass\"}");
        var parts =
                List.of(
                        CATALOGUE,
                        new ConfigPart.TenantPart(
                                1,
                                new Tenant("acme", null, tenant),
                                List.of(new App("bot", null, app))),
                        new ConfigPart.KeysPart(
                                1,
                                "acme",
                                0,
                                List.of(
                                        grant("acme/bot/prod", KeyState.ACTIVE, AccessRules.NONE),
                                        grant("acme/bot/test", KeyState.ACTIVE, key))));

        var keys = compiler.compile(1, parts).keysByHash();

        var prod = Objects.requireNonNull(keys.get("hash of acme/bot/prod"));
        assertThat(prod.policies().fetchMedia()).isTrue();
        assertThat(prod.policies().strict()).isTrue();
        assertThat(prod.unknownFields()).isEqualTo(UnknownFields.REJECT);
        var test = Objects.requireNonNull(keys.get("hash of acme/bot/test"));
        assertThat(test.policies().fetchMedia()).isFalse();
        assertThat(test.unknownFields()).isEqualTo(UnknownFields.REJECT);
    }

    @Test
    void aSubKeyGrantsItselfNothing() {
        var wide = rules("{\"policies\":{\"fetchMedia\":true,\"strict\":true}}");
        var parts =
                List.of(
                        CATALOGUE,
                        ACME,
                        new ConfigPart.KeysPart(
                                1,
                                "acme",
                                0,
                                List.of(
                                        grant("acme/bot/prod", KeyState.ACTIVE),
                                        grant("acme/bot/prod/alice", KeyState.ACTIVE, wide),
                                        grant("acme/bot/test", KeyState.ACTIVE, wide),
                                        grant("acme/bot/test/bob", KeyState.ACTIVE, wide))));

        var keys = compiler.compile(1, parts).keysByHash();

        var alice = Objects.requireNonNull(keys.get("hash of acme/bot/prod/alice")).policies();
        assertThat(alice.fetchMedia()).isNull();
        assertThat(alice.strict()).isTrue();
        var bob = Objects.requireNonNull(keys.get("hash of acme/bot/test/bob")).policies();
        assertThat(bob.fetchMedia()).isTrue();
    }

    /** A key that was issued anew is one child, a revoked one is none. */
    @Test
    void aKeyKnowsItsPlaceAmongItsSiblings() {
        var split = rules("{\"budgets\":[{\"tokens\":9,\"window\":\"day\",\"split\":\"weight\"}]}");
        var bot = new App("bot", null, split);
        var parts =
                List.of(
                        CATALOGUE,
                        new ConfigPart.TenantPart(
                                1,
                                new Tenant("acme", null, AccessRules.NONE),
                                List.of(bot, new App("web", null, rules("{\"weight\":4}")))),
                        new ConfigPart.KeysPart(
                                1,
                                "acme",
                                0,
                                List.of(
                                        grant("acme/bot/old", KeyState.REVOKED),
                                        grant(
                                                "acme/bot/prod",
                                                KeyState.ACTIVE,
                                                rules("{\"weight\":3}")),
                                        grant("acme/bot/test", KeyState.ACTIVE),
                                        grant("acme/web/prod", KeyState.ACTIVE))));

        var keys = compiler.compile(1, parts).keysByHash();

        assertThat(Objects.requireNonNull(keys.get("hash of acme/bot/prod")).shares())
                .containsExactly(new Share(1, 5, 2), new Share(3, 4, 2));
        assertThat(Objects.requireNonNull(keys.get("hash of acme/web/prod")).shares()).isEmpty();
    }

    private static AccessRules rules(String json) {
        return SluiceJson.read(json, AccessRules.class);
    }

    private Snapshot compile(KeyGrant... grants) {
        var parts = new ArrayList<>(List.of(CATALOGUE, ACME));
        parts.add(new ConfigPart.KeysPart(1, "acme", 0, List.of(grants)));
        return compiler.compile(1, parts);
    }

    private static KeyGrant grant(String path, KeyState state) {
        return grant(path, state, AccessRules.NONE);
    }

    private static KeyGrant grant(String path, KeyState state, AccessRules rules) {
        return new KeyGrant(
                "id of " + path,
                "hash of " + path,
                KeyPath.parse(path),
                state,
                Instant.EPOCH,
                rules);
    }
}
