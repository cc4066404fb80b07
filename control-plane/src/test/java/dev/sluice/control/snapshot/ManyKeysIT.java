package dev.sluice.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.json.SluiceJson;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ManyKeysIT extends ControlPlaneTest {
    private static final int KEYS = 2_500;

    @Test
    void changesOnePartWhenOneKeyOfManyChanges() {
        CleanConfig.reset(database);
        var applied = admin().apply(file());
        assertThat(applied.status()).as(applied.text()).isEqualTo(200);
        assertThat(applied.json().path("issued")).hasSize(KEYS);
        var before = parts();
        assertThat(before).hasSize(2 + KEYS / 250);

        Sample.expect(admin().post("/api/v1/keys/revoke", Map.of("path", "one/bot/k1200")), 200);

        var after = parts();
        assertThat(after).hasSize(2 + KEYS / 250);
        after.removeAll(before);
        assertThat(after).hasSize(1);
        assertThat(admin().apply(file()).json().path("issued")).hasSize(1);
    }

    private static String file() {
        var text =
                new StringBuilder(
                        """
                        apiVersion: sluice/v1
                        upstreams: [{name: local, provider: deepseek}]
                        models: [{name: m, upstream: local}]
                        aliases: [{name: chat, targets: [{model: m}]}]
                        tenants:
                          - name: one
                            apps:
                              - name: bot
                                aliases: [chat]
                                keys:
                        """);
        for (var i = 0; i < KEYS; i++) {
            text.append("            - {name: k").append(i).append("}\n");
        }
        return text.toString();
    }

    private Set<String> parts() {
        var parts =
                database.sql("select parts from config_version order by version desc limit 1")
                        .query(String.class)
                        .single();
        var hashes = new HashSet<String>();
        SluiceJson.mapper().readTree(parts).forEach(it -> hashes.add(it.path("hash").asString()));
        return hashes;
    }
}
