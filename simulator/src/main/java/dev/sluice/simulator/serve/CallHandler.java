package dev.sluice.simulator.serve;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.ErrorForm.Refused;
import dev.sluice.simulator.dialect.Route;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.exchange.Incoming;
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

/** Serves the calls of all dialects. */
public final class CallHandler {
    private static final String PROMPT_SCRIPT = "#sim ";

    private final InstantSource clock;
    private final InstanceScripts scripts;

    public CallHandler(InstantSource clock, InstanceScripts scripts) {
        this.clock = clock;
        this.scripts = scripts;
    }

    public void handle(Incoming incoming, Route route) {
        Ask ask;
        Plan plan;
        ModelName model;
        try {
            ask = route.ask(incoming.request(), incoming.path(), Bodies.parse(incoming.body()));
            model = ModelName.parse(ask.model());
            plan = plan(route, ask);
        } catch (IllegalArgumentException unreadable) {
            Refused no = route.errors().refuse(Told.wrong(unreadable.getMessage(), null));
            incoming.refuse(no.status(), no.headers(), Bodies.json(no.body()));
            return;
        }
        serve(incoming, ask, model, plan, route.errors());
    }

    private Plan plan(Route route, Ask ask) {
        return switch (route) {
            case Route.Chat chat -> new ChatPlan(chat.dialect(), chat.dialect().read(ask), clock);
            case Route.Figures figures ->
                    new FiguresPlan(
                            figures,
                            figures.measure().read(ask),
                            Ask.textOrNull(ask.body().path("user")));
        };
    }

    private void serve(Incoming incoming, Ask ask, ModelName model, Plan plan, ErrorForm errors) {
        Exchange exchange =
                incoming.begin(
                        model.base(), ask.model(), plan.stream(), plan.outputCap(), plan.user());
        Script script;
        try {
            script =
                    scripts.forCall(
                            model.base(),
                            incoming.lane(),
                            incoming.nearer(model.script(), scriptInPrompt(plan.lastUserText())));
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
                    plan.serve(ask, exchange, script, model.base());
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
