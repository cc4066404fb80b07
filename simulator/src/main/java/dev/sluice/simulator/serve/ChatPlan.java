package dev.sluice.simulator.serve;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Dialect;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.exchange.Pump;
import dev.sluice.simulator.exchange.WholeAnswer;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Wire;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chat, answered whole or in a stream. */
record ChatPlan(Dialect dialect, Ask ask, ChatRequest request, InstantSource clock)
        implements Plan {
    @Override
    public boolean stream() {
        return request.stream();
    }

    @Override
    public @Nullable Integer outputCap() {
        return request.outputCap();
    }

    @Override
    public @Nullable String user() {
        return request.user();
    }

    @Override
    public String lastUserText() {
        return request.prompt().lastUserText();
    }

    @Override
    public void serve(Exchange exchange, Script script, String model) {
        long number = exchange.entry().number();
        Reply reply = Reply.to(request, script, number);
        String served = script.answer().servedModel();
        Answer answer =
                new Answer(
                        ask,
                        request,
                        reply,
                        script,
                        number,
                        clock.instant(),
                        served == null ? model : served);
        if (request.stream() && script.answer().body() == null) {
            stream(answer, exchange);
        } else {
            whole(answer, exchange);
        }
    }

    private void stream(Answer answer, Exchange exchange) {
        Script script = answer.script();
        Wire wire = dialect.wire(answer.ask(), script);
        Frames frames =
                new Frames(
                        answer.reply(),
                        dialect.stream(answer),
                        wire,
                        script.framing().writes(),
                        Told.of(500, script.answer()));
        Map<String, String> headers = new HashMap<>(dialect.headers(answer));
        headers.putAll(script.answer().headers());
        new Pump(exchange, script, new Pump.Head(200, wire.contentType(), headers), frames).start();
    }

    /** After the time that a stream of the same answer would have taken. */
    private void whole(Answer answer, Exchange exchange) {
        Script script = answer.script();
        String given = script.answer().body();
        new WholeAnswer(
                        exchange,
                        script,
                        dialect.headers(answer),
                        given == null ? Bodies.json(dialect.whole(answer)) : Buffer.buffer(given),
                        answer.counted(),
                        () -> CallHandler.refuse(exchange, script, dialect.errors(), 500))
                .startAfter(
                        script.pace().ttftUs()
                                + script.pace().tokenUs() * answer.reply().tokensPerChoice());
    }
}
