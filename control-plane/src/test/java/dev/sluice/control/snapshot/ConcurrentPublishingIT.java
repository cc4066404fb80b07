package dev.sluice.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConcurrentPublishingIT extends ControlPlaneTest {
    private static final int THREADS = 8;
    private static final int KEYS_EACH = 5;

    @BeforeEach
    void sample() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one", "two");
    }

    @Test
    void losesNothingWhenManyPublishAtOnce() throws Exception {
        var work = new ArrayList<Callable<List<Long>>>();
        for (var thread = 0; thread < THREADS; thread++) {
            var tenant = thread % 2 == 0 ? "one" : "two";
            var name = "k" + thread;
            work.add(() -> {
                var versions = new ArrayList<Long>();
                for (var i = 0; i < KEYS_EACH; i++) {
                    var path = tenant + "/bot/" + name + "-" + i;
                    versions.add(
                            Sample.issue(admin(), path, Map.of()).json().path("version").asLong());
                }
                return versions;
            });
        }

        var versions = new HashSet<Long>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var done : threads.invokeAll(work)) {
                versions.addAll(done.get());
            }
        }

        assertThat(versions).hasSize(THREADS * KEYS_EACH);
        assertThat(
                        admin().get("/api/v1/versions")
                                .json()
                                .path("items")
                                .path(0)
                                .path("version")
                                .asLong())
                .isEqualTo(1 + THREADS * KEYS_EACH);
        assertThat(keysOfTheNewestVersion()).hasSize(THREADS * KEYS_EACH);
    }

    /** As a node would gather them: head, parts, grants. */
    private List<String> keysOfTheNewestVersion() {
        var parts =
                database.sql("select parts from config_version order by version desc limit 1")
                        .query(String.class)
                        .single();
        var paths = new ArrayList<String>();
        for (var ref : SluiceJson.mapper().readTree(parts)) {
            var body =
                    database.sql("select body from config_part where hash = ?")
                            .param(ref.path("hash").asString())
                            .query((row, n) -> row.getBytes("body"))
                            .single();
            if (SluiceJson.mapper().readValue(body, ConfigPart.class)
                    instanceof ConfigPart.KeysPart keys) {
                keys.keys().forEach(key -> paths.add(key.path().text()));
            }
        }
        return paths;
    }
}
