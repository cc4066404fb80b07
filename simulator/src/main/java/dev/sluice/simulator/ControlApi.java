package dev.sluice.simulator;

import dev.sluice.simulator.books.Books;
import dev.sluice.simulator.books.CallEntry;
import dev.sluice.simulator.script.InstanceScripts;
import dev.sluice.simulator.script.ScriptException;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code /sim/script}, {@code /sim/replay} and {@code /sim/books}: how tests steer the instance and
 * read its account.
 */
final class ControlApi {
    private static final int CALLS_SHOWN_DEFAULT = 1_000;

    private final Books books;
    private final InstanceScripts scripts;
    private final ReplayApi replay;

    ControlApi(Books books, InstanceScripts scripts, ReplayApi replay) {
        this.books = books;
        this.scripts = scripts;
        this.replay = replay;
    }

    void handle(HttpServerRequest request, String path) {
        String call = request.method().name() + " " + path;
        switch (call) {
            case "PUT /sim/script" -> put(request);
            case "DELETE /sim/script" -> delete(request);
            case "GET /sim/script" ->
                    SimulatorVerticle.answer(request, 200, Map.of("scripts", scripts.entries()));
            case "PUT /sim/replay" -> replay.put(request);
            case "GET /sim/replay" -> replay.show(request);
            case "DELETE /sim/replay" -> replay.delete(request);
            case "GET /sim/books" -> show(request);
            case "DELETE /sim/books" -> {
                books.reset();
                request.response().setStatusCode(204).end();
            }
            default ->
                    refuse(
                            request,
                            404,
                            call
                                    + " is unknown: there are PUT, GET, DELETE /sim/script"
                                    + " and /sim/replay, and GET, DELETE /sim/books");
        }
    }

    private void put(HttpServerRequest request) {
        request.body()
                .onSuccess(body -> {
                    try {
                        String times = request.getParam("times");
                        scripts.put(
                                new InstanceScripts.Entry(
                                        request.getParam("model"),
                                        request.getParam("lane"),
                                        body.toString().strip(),
                                        times == null ? null : Integer.valueOf(times)));
                        request.response().setStatusCode(204).end();
                    } catch (ScriptException | NumberFormatException wrong) {
                        refuse(request, 400, String.valueOf(wrong.getMessage()));
                    }
                });
    }

    private void delete(HttpServerRequest request) {
        String model = request.getParam("model");
        String lane = request.getParam("lane");
        if (model == null && lane == null) {
            scripts.clear();
        } else {
            scripts.remove(model, lane);
        }
        request.response().setStatusCode(204).end();
    }

    private void show(HttpServerRequest request) {
        String calls = request.getParam("calls");
        try {
            int limit = calls == null ? CALLS_SHOWN_DEFAULT : Integer.parseInt(calls);
            SimulatorVerticle.answer(request, 200, books.page(limit, filter(request)));
        } catch (NumberFormatException notANumber) {
            refuse(request, 400, "calls takes a number, not '" + calls + "'");
        }
    }

    private static Predicate<CallEntry.Line> filter(HttpServerRequest request) {
        String model = request.getParam("model");
        String lane = request.getParam("lane");
        String user = request.getParam("user");
        String requestId = request.getParam("requestId");
        return line ->
                agrees(model, line.facts().model())
                        && agrees(lane, line.facts().lane())
                        && agrees(user, line.facts().user())
                        && agrees(requestId, line.facts().headers().get("x-request-id"));
    }

    private static boolean agrees(@Nullable String wanted, @Nullable String is) {
        return wanted == null || wanted.equals(is);
    }

    private static void refuse(HttpServerRequest request, int status, String message) {
        SimulatorVerticle.refuse(request, status, message);
    }
}
