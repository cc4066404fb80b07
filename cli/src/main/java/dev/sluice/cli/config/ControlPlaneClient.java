package dev.sluice.cli.config;

import dev.sluice.cli.CommandFailure;
import dev.sluice.cli.ExitCode;
import dev.sluice.model.file.Fault;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The control plane's REST, as far as the command uses it. */
public final class ControlPlaneClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int UNPROCESSABLE = 422;

    private final String console;
    private final String token;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();

    public ControlPlaneClient(String console, String token) {
        this.console = console.replaceAll("/+$", "");
        this.token = token;
    }

    /** One line of a plan. */
    public record Change(String action, String kind, String path, @Nullable String detail) {}

    /** What a plan found, or an apply did; {@code issued} maps key paths to their new secrets. */
    public record Outcome(List<Change> changes, long version, Map<String, String> issued) {
        public Outcome {
            changes = List.copyOf(Objects.requireNonNullElse(changes, List.of()));
            issued = Objects.requireNonNullElse(issued, Map.of());
        }
    }

    /** A node as the control plane last heard of it. */
    public record Node(
            String node,
            long version,
            @Nullable Instant appliedAt,
            @Nullable Instant lastSeenAt,
            @Nullable String error) {}

    /** The published version and who has it. */
    public record Fleet(long version, List<Node> nodes) {
        public Fleet {
            nodes = List.copyOf(Objects.requireNonNullElse(nodes, List.of()));
        }
    }

    private record Request(
            String file,
            String text,
            Map<String, String> env,
            List<String> adopt,
            String comment) {}

    public Outcome plan(ConfigText config, List<String> adopt) {
        return send("plan", config, adopt, "");
    }

    /** Every fault that the control plane finds in a text; nothing where it cannot say. */
    public Optional<CommandFailure> faults(ConfigText config, List<String> adopt) {
        try {
            plan(config, adopt);
            return Optional.empty();
        } catch (CommandFailure failure) {
            boolean isAboutTheText =
                    failure.lines().stream().allMatch(line -> line.startsWith(config.name() + ":"));
            return isAboutTheText ? Optional.of(failure) : Optional.empty();
        }
    }

    public Outcome apply(ConfigText config, List<String> adopt, String comment) {
        return send("apply", config, adopt, comment);
    }

    public String export() {
        return body(get("/api/v1/config/export"), "export", "");
    }

    public Fleet fleet() {
        return read(body(get("/api/v1/fleet"), "fleet", ""), Fleet.class);
    }

    /**
     * Sends a text as it is.
     *
     * @param file what faults are printed with
     */
    <T> T post(String path, String text, String what, String file, Class<T> type) {
        var post =
                HttpRequest.newBuilder(URI.create(console + path))
                        .header("Content-Type", "text/plain;charset=UTF-8")
                        .POST(HttpRequest.BodyPublishers.ofString(text));
        return read(body(post, what, file), type);
    }

    private record Upstreams(List<UpstreamDocument> items) {}

    private record UpstreamDocument(@Nullable Upstream body) {}

    /**
     * Where upstreams are, by their names; those at their provider's usual address are left out.
     */
    public Map<String, List<String>> upstreams() {
        var addresses = new LinkedHashMap<String, List<String>>();
        var found = body(get("/api/v1/documents/upstream"), "the list of upstreams", "");
        for (UpstreamDocument document : read(found, Upstreams.class).items()) {
            var upstream = document.body();
            if (upstream != null) {
                var base = upstream.baseUrl();
                addresses.put(upstream.name(), base == null ? upstream.instances() : List.of(base));
            }
        }
        return addresses;
    }

    @Override
    public void close() {
        http.close();
    }

    private Outcome send(String what, ConfigText config, List<String> adopt, String comment) {
        var request = new Request(config.name(), config.text(), config.env(), adopt, comment);
        var post =
                HttpRequest.newBuilder(URI.create(console + "/api/v1/config/" + what))
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        SluiceJson.mapper().writeValueAsString(request)));
        return read(body(post, what, config.name()), Outcome.class);
    }

    private <T> T read(String body, Class<T> type) {
        try {
            return SluiceJson.mapper().readValue(body, type);
        } catch (JacksonException unreadable) {
            throw CommandFailure.failed(
                    "sluice: %s does not answer as a control plane of this version does."
                            .formatted(console));
        }
    }

    private HttpRequest.Builder get(String path) {
        return HttpRequest.newBuilder(URI.create(console + path)).GET();
    }

    private String body(HttpRequest.Builder request, String what, String file) {
        var asked = request.header("Authorization", "Bearer " + token).timeout(TIMEOUT).build();
        try {
            var response = http.send(asked, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 == 2) {
                return response.body();
            }
            throw refusal(response, what, file);
        } catch (IOException silent) {
            throw CommandFailure.failed(
                    "sluice: the control plane at %s does not answer. Is the stack up? ./sluice doctor looks."
                            .formatted(console));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw CommandFailure.failed("sluice: interrupted");
        }
    }

    private CommandFailure refusal(HttpResponse<String> response, String what, String file) {
        JsonNode body = json(response.body());
        JsonNode error = body.path("error");
        JsonNode faults = body.has("faults") ? body.path("faults") : error.path("faults");
        var lines = new ArrayList<String>();
        for (JsonNode fault : faults) {
            lines.add(
                    new Fault(
                                    fault.path("line").asInt(0),
                                    fault.path("path").asString(""),
                                    fault.path("message").asString(""))
                            .format(file));
        }
        if (lines.isEmpty() || response.statusCode() != UNPROCESSABLE) {
            lines.addFirst(
                    "sluice: the control plane refused %s: %d %s"
                            .formatted(
                                    what,
                                    response.statusCode(),
                                    error.path("message").asString(response.body())));
        }
        return new CommandFailure(ExitCode.FAILED, lines);
    }

    private static JsonNode json(String body) {
        try {
            return SluiceJson.mapper().readTree(body);
        } catch (JacksonException notJson) {
            return SluiceJson.mapper().createObjectNode();
        }
    }
}
