package dev.sluice.simulator.serve;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.ErrorForm.Refused;
import dev.sluice.simulator.dialect.Route;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.dialect.openai.OpenAiErrors;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.exchange.Incoming;
import dev.sluice.simulator.replay.Recording;
import dev.sluice.simulator.replay.Recordings;
import dev.sluice.simulator.script.Fault;
import dev.sluice.simulator.script.InstanceScripts;
import dev.sluice.simulator.script.ModelName;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.script.ScriptException;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Serves the calls of all dialects. */
public final class CallHandler {
    private static final String PROMPT_SCRIPT = "#sim ";
    private static final String NO_MODEL = "none";

    private final InstantSource clock;
    private final InstanceScripts scripts;
    private final Recordings recordings;

    public CallHandler(InstantSource clock, InstanceScripts scripts, Recordings recordings) {
        this.clock = clock;
        this.scripts = scripts;
        this.recordings = recordings;
    }

    /** Serves a call; {@code route} is null for a path that only a recording can answer. */
    public void handle(Incoming incoming, @Nullable Route route) {
        Plan recorded = recordings.isEmpty() ? null : recorded(incoming, route);
        if (recorded != null) {
            serve(incoming, modelAskedFor(incoming, route), recorded, errorsOf(route));
        } else if (route == null) {
            String path = incoming.request().method() + " " + incoming.path();
            refuse(
                    incoming,
                    errorsOf(null),
                    new Told(404, "the simulator does not serve " + path, "unknown_url", null));
        } else {
            live(incoming, route);
        }
    }

    private void live(Incoming incoming, Route route) {
        Ask ask;
        Plan plan;
        String model;
        try {
            ask = route.ask(incoming.request(), incoming.path(), Bodies.parse(incoming.body()));
            model = ask.model();
            plan = plan(route, ask);
        } catch (IllegalArgumentException unreadable) {
            refuse(incoming, route.errors(), Told.wrong(unreadable.getMessage(), null));
            return;
        }
        serve(incoming, model, plan, route.errors());
    }

    private static void refuse(Incoming incoming, ErrorForm errors, Told told) {
        Refused no = errors.refuse(told);
        incoming.refuse(no.status(), no.headers(), Bodies.json(no.body()));
    }

    private static ErrorForm errorsOf(@Nullable Route route) {
        return route == null ? new OpenAiErrors() : route.errors();
    }

    private @Nullable Plan recorded(Incoming incoming, @Nullable Route route) {
        ModelName model = ModelName.parse(modelAskedFor(incoming, route));
        Recording found = recordings.take(model.base(), incoming.lane(), incoming.path());
        return found == null ? null : new ReplayPlan(found, isStream(incoming));
    }

    private static boolean isStream(Incoming incoming) {
        try {
            return Bodies.parse(incoming.body()).path("stream").asBoolean(false);
        } catch (IllegalArgumentException noJson) {
            return false;
        }
    }

    /** For a recording it need not be a request that is understood. */
    private static String modelAskedFor(Incoming incoming, @Nullable Route route) {
        try {
            JsonNode body = Bodies.parse(incoming.body());
            return route == null
                    ? body.path("model").asString(NO_MODEL)
                    : route.ask(incoming.request(), incoming.path(), body).model();
        } catch (IllegalArgumentException unreadable) {
            return NO_MODEL;
        }
    }

    private Plan plan(Route route, Ask ask) {
        return switch (route) {
            case Route.Chat chat ->
                    new ChatPlan(chat.dialect(), ask, chat.dialect().read(ask), clock);
            case Route.Figures figures ->
                    new FiguresPlan(
                            figures,
                            ask,
                            figures.measure().read(ask),
                            Ask.textOrNull(ask.body().path("user")));
        };
    }

    private void serve(Incoming incoming, String asked, Plan plan, ErrorForm errors) {
        ModelName model = ModelName.parse(asked);
        Exchange exchange =
                incoming.begin(model.base(), asked, plan.stream(), plan.outputCap(), plan.user());
        Script script;
        try {
            script =
                    scripts.forCall(
                            model.base(),
                            incoming.lane(),
                            incoming.nearer(
                                    plan.script(),
                                    model.script(),
                                    scriptInPrompt(plan.lastUserText())));
        } catch (ScriptException wrong) {
            answer(
                    exchange,
                    errors.refuse(Told.wrong(wrong.getMessage(), "invalid_script")),
                    Script.DEFAULT);
            return;
        }
        switch (script.fault()) {
            case Fault.Hang _ -> {
                // Nothing is ever said.
            }
            case Fault.Refusal(int status) ->
                    exchange.after(
                            script.pace().ttftUs(), () -> refuse(exchange, script, errors, status));
            case Fault.None _,
                    Fault.Stall _,
                    Fault.Reset _,
                    Fault.Close _,
                    Fault.Cut _,
                    Fault.ErrorFrame _ ->
                    plan.serve(exchange, script, model.base());
        }
    }

    /**
     * Answers with an error: the scripted body under the very status, or the dialect's own form.
     */
    static void refuse(Exchange exchange, Script script, ErrorForm errors, int status) {
        String body = script.answer().body();
        if (body == null) {
            answer(exchange, errors.refuse(Told.of(status, script.answer())), script);
            return;
        }
        exchange.answer(
                status,
                script.answer().contentType(),
                script.answer().headers(),
                Buffer.buffer(body),
                CallOutcome.REFUSED);
    }

    private static void answer(Exchange exchange, Refused no, Script script) {
        Map<String, String> headers = new HashMap<>(no.headers());
        headers.putAll(script.answer().headers());
        exchange.answer(
                no.status(),
                script.answer().contentType(),
                headers,
                Bodies.json(no.body()),
                CallOutcome.REFUSED);
    }

    /** A last user message that begins with {@code #sim } carries a script up to the line's end. */
    private static List<String> scriptInPrompt(String text) {
        if (!text.startsWith(PROMPT_SCRIPT)) {
            return List.of();
        }
        int end = text.indexOf('\n');
        return List.of(text.substring(PROMPT_SCRIPT.length(), end < 0 ? text.length() : end));
    }
}
