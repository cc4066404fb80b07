package dev.sluice.simulator.chat;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.exchange.Incoming;
import dev.sluice.simulator.script.Fault;
import dev.sluice.simulator.script.InstanceScripts;
import dev.sluice.simulator.script.ModelName;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.script.ScriptException;
import dev.sluice.simulator.script.UsageMode;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** {@code POST …/chat/completions}. */
public final class ChatHandler {
    private static final String PROMPT_SCRIPT = "#sim ";

    private final InstantSource clock;
    private final InstanceScripts scripts;

    public ChatHandler(InstantSource clock, InstanceScripts scripts) {
        this.clock = clock;
        this.scripts = scripts;
    }

    public void handle(Incoming incoming) {
        ChatRequest request;
        try {
            request = ChatRequest.read(Bodies.parse(incoming.body()));
        } catch (IllegalArgumentException unreadable) {
            incoming.refuse(400, unreadable.getMessage());
            return;
        }
        ModelName model = ModelName.parse(request.model());
        Exchange exchange =
                incoming.begin(
                        model.base(),
                        request.model(),
                        request.stream(),
                        request.outputCap(),
                        request.user());
        Script script;
        try {
            script =
                    scripts.forCall(
                            model.base(),
                            incoming.lane(),
                            incoming.nearer(
                                    model.script(), scriptInPrompt(request.lastUserText())));
        } catch (ScriptException wrong) {
            exchange.answer(
                    400,
                    "application/json",
                    Map.of(),
                    Bodies.error(
                            String.valueOf(wrong.getMessage()),
                            "invalid_request_error",
                            "invalid_script"),
                    CallOutcome.REFUSED);
            return;
        }
        serve(exchange, request, model, script);
    }

    private void serve(Exchange exchange, ChatRequest request, ModelName model, Script script) {
        if (script.fault() instanceof Fault.Hang) {
            return;
        }
        if (script.fault() instanceof Fault.Refusal(int status)) {
            exchange.after(
                    script.pace().ttftUs(),
                    () ->
                            exchange.answer(
                                    status,
                                    script.answer().contentType(),
                                    script.answer().headers(),
                                    Bodies.refusal(status, script.answer()),
                                    CallOutcome.REFUSED));
            return;
        }
        long number = exchange.entry().number();
        String id = "chatcmpl-sim-" + number;
        long created = clock.instant().getEpochSecond();
        String served =
                script.answer().servedModel() == null
                        ? model.base()
                        : script.answer().servedModel();
        Reply reply = Reply.to(request, script, number);
        if (!request.stream() || script.answer().body() != null) {
            new ChatUnary(exchange, script, reply, id, created, served).start();
            return;
        }
        boolean usage =
                switch (script.usage().mode()) {
                    case ASKED -> request.includeUsage();
                    case ALWAYS -> true;
                    case NEVER, NULL -> false;
                };
        boolean usageNulls = request.includeUsage() && script.usage().mode() != UsageMode.NEVER;
        Frames frames = new Frames(reply, id, created, served, usageNulls, usage, script.done());
        new ChatStream(exchange, script, reply, frames).start();
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
