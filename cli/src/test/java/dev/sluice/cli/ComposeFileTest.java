package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The compose file fits the processes that it starts; it is not run here. */
class ComposeFileTest {
    private static final Path PROJECT = Path.of("..");
    private static final Path IMAGES = PROJECT.resolve("deploy/images/Dockerfile");
    private static final Pattern NAME = Pattern.compile("SLUICE_[A-Z_]+");

    /** Which modules' sources say what a service reads. */
    private static final Map<String, List<String>> READERS =
            Map.of(
                    "node", List.of("data-plane"),
                    "control-plane", List.of("control-plane", "admin-ui"),
                    "simulator", List.of("simulator"));

    private static final Map<String, List<String>> NEEDED =
            Map.of(
                    "node",
                            List.of(
                                    "SLUICE_NODE_ID",
                                    "SLUICE_REDIS_URL",
                                    "SLUICE_KAFKA",
                                    "SLUICE_KEYSET_FILE"),
                    "control-plane",
                            List.of(
                                    "SLUICE_DB_URL",
                                    "SLUICE_DB_USER",
                                    "SLUICE_DB_PASSWORD",
                                    "SLUICE_REDIS_URL",
                                    "SLUICE_KAFKA",
                                    "SLUICE_KEYSET_FILE"),
                    "simulator", List.of("SLUICE_SIMULATOR_PORT"));

    private final Map<String, Map<String, Object>> services = services();

    @Test
    void everyServiceIsPinnedAndWatched() {
        assertThat(services)
                .containsKeys("postgres", "redis", "kafka", "control-plane", "node-1", "node-2");
        services.forEach((name, service) -> {
            if (service.get("image") instanceof String image) {
                assertThat(image)
                        .as(name)
                        .matches("[a-z/]+:\\d+\\.\\d+.*")
                        .doesNotContain("latest");
            } else {
                assertThat(service).as(name).containsKey("build");
            }
            assertThat(service).as(name).containsKey("healthcheck");
        });
    }

    @Test
    void giveEachProcessOnlyNamesThatItReadsAndAllThatItNeeds() throws Exception {
        for (var entry : services.entrySet()) {
            String target = target(entry.getValue());
            if (target.isEmpty() || entry.getKey().equals("keyset")) {
                continue;
            }
            var given = mapping(entry.getValue(), "environment").keySet();
            assertThat(namesRead(READERS.get(target)))
                    .as("what %s reads", entry.getKey())
                    .containsAll(given);
            assertThat(given).as(entry.getKey()).containsAll(NEEDED.get(target));
        }
    }

    @Test
    void imagesSetOnlyNamesThatSomeProcessReads() throws Exception {
        var read = namesRead(List.of("data-plane", "control-plane", "admin-ui", "simulator"));
        assertThat(read).containsAll(names(Files.readString(IMAGES)));
    }

    @Test
    void mainClassesInTheImagesExist() throws Exception {
        var mains =
                Pattern.compile("\"(dev\\.sluice\\.[a-z.]+[A-Za-z]+)\"]")
                        .matcher(Files.readString(IMAGES))
                        .results()
                        .map(match -> match.group(1))
                        .toList();
        assertThat(mains).hasSize(3);
        for (String main : mains) {
            String file = "src/main/java/" + main.replace('.', '/') + ".java";
            assertThat(List.of("data-plane", "admin-ui", "simulator"))
                    .as(main)
                    .anyMatch(module -> Files.exists(PROJECT.resolve(module).resolve(file)));
        }
    }

    @Test
    void journalsAreOnVolumesOfTheirOwn() {
        var declared = ((Map<?, ?>) document().get("volumes")).keySet();
        var seen = new HashSet<String>();
        for (String node : List.of("node-1", "node-2")) {
            var journal =
                    list(services.get(node), "volumes").stream()
                            .filter(volume -> volume.endsWith(":/var/lib/sluice"))
                            .map(volume -> volume.substring(0, volume.indexOf(':')))
                            .toList();
            assertThat(journal).as(node).hasSize(1);
            assertThat(declared.contains(journal.getFirst())).as(node).isTrue();
            assertThat(seen.add(journal.getFirst())).as(node).isTrue();
        }
    }

    @Test
    void noSecretIsWrittenDown() {
        services.forEach((name, service) ->
                mapping(service, "environment")
                        .forEach((variable, value) -> {
                            if (variable.contains("PASSWORD") || variable.contains("TOKEN")) {
                                assertThat(value.toString())
                                        .as(name + " " + variable)
                                        .startsWith("${");
                            }
                        }));
    }

    private static Set<String> namesRead(List<String> modules) throws IOException {
        var names = new TreeSet<String>();
        for (String module : modules) {
            try (var files = Files.walk(PROJECT.resolve(module).resolve("src/main"))) {
                for (Path file : files.filter(ComposeFileTest::isSource).toList()) {
                    names.addAll(names(Files.readString(file)));
                }
            }
        }
        return names;
    }

    private static boolean isSource(Path file) {
        return file.toString().matches(".*\\.(java|yaml|properties)");
    }

    private static Set<String> names(String text) {
        var names = new TreeSet<String>();
        NAME.matcher(text).results().forEach(match -> names.add(match.group()));
        return names;
    }

    private static String target(Map<String, Object> service) {
        return mapping(service, "build").getOrDefault("target", "").toString();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> mapping(Map<String, Object> parent, String key) {
        return (Map<String, Object>) parent.getOrDefault(key, Map.of());
    }

    @SuppressWarnings("unchecked")
    private static List<String> list(Map<String, Object> parent, String key) {
        return (List<String>) parent.getOrDefault(key, List.of());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Map<String, Object>> services() {
        return (Map<String, Map<String, Object>>) document().get("services");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> document() {
        try {
            String text = Files.readString(PROJECT.resolve("deploy/compose/compose.yaml"));
            return (Map<String, Object>)
                    new Load(LoadSettings.builder().build()).loadFromString(text);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
