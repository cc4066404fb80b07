package dev.sluice.simulator;

import dev.sluice.simulator.replay.Cuts;
import dev.sluice.simulator.replay.Recording;
import dev.sluice.simulator.replay.Recordings;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.script.ScriptException;
import dev.sluice.simulator.script.ScriptText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /sim/replay}: loads recorded answers. */
final class ReplayApi {
    /** The bytes of a body are recorded, not how they travelled. */
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("content-length", "transfer-encoding", "connection", "keep-alive");

    private final Recordings recordings;

    ReplayApi(Recordings recordings) {
        this.recordings = recordings;
    }

    void put(HttpServerRequest request) {
        request.body()
                .onSuccess(body -> {
                    try {
                        String times = request.getParam("times");
                        recordings.put(
                                scope(request),
                                recording(request, body),
                                times == null ? Long.MAX_VALUE : Long.parseLong(times));
                        request.response().setStatusCode(204).end();
                    } catch (ScriptException | IllegalArgumentException wrong) {
                        SimulatorVerticle.refuse(request, 400, String.valueOf(wrong.getMessage()));
                    }
                });
    }

    private static Recording recording(HttpServerRequest request, Buffer body) {
        String script = or(request.getParam("script"), "");
        Script.from(ScriptText.read(script));
        return new Recording(
                Integer.parseInt(or(request.getParam("status"), "200")),
                or(request.getHeader("content-type"), "application/octet-stream"),
                headers(request),
                body,
                Cuts.parse(or(request.getParam("cut"), "whole")),
                script);
    }

    private static String or(@Nullable String given, String absent) {
        return given == null ? absent : given;
    }

    private static Map<String, String> headers(HttpServerRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String header : request.params().getAll("header")) {
            int colon = header.indexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException("header needs Name:Value, not '" + header + "'");
            }
            String name = header.substring(0, colon).strip();
            if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, header.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private static Recordings.Scope scope(HttpServerRequest request) {
        return new Recordings.Scope(
                request.getParam("model"), request.getParam("lane"), request.getParam("path"));
    }

    void show(HttpServerRequest request) {
        SimulatorVerticle.answer(request, 200, Map.of("recordings", recordings.entries()));
    }

    /** What stands for exactly these calls; without a selector all. */
    void delete(HttpServerRequest request) {
        Recordings.Scope scope = scope(request);
        if (scope.equals(new Recordings.Scope(null, null, null))) {
            recordings.clear();
        } else {
            recordings.remove(scope);
        }
        request.response().setStatusCode(204).end();
    }
}
