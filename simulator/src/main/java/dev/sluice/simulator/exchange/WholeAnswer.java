package dev.sluice.simulator.exchange;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.script.Fault;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Counted;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is sent whole, or broken as the script says.
 *
 * @param told usage that it tells
 * @param error how it fails where it is to fail with an error
 */
public record WholeAnswer(
        Exchange exchange,
        Script script,
        Map<String, String> headers,
        Buffer body,
        @Nullable Counted told,
        Runnable error) {

    public void startAfter(long micros) {
        exchange.after(micros, this::answer);
    }

    private void answer() {
        switch (script.fault()) {
            case Fault.None _, Fault.Refusal _, Fault.Hang _ -> whole();
            case Fault.ErrorFrame _ -> error.run();
            case Fault.Stall(int after) -> part(after);
            case Fault.Reset(int after) -> {
                part(after);
                exchange.reset();
            }
            case Fault.Close(int after) -> {
                part(after);
                exchange.close();
            }
            case Fault.Cut _ -> {
                part(1);
                exchange.close();
            }
        }
    }

    private void whole() {
        if (told != null && script.answer().body() == null) {
            exchange.entry().reported(told.promptTokens(), told.completionTokens());
        }
        exchange.answer(
                200, script.answer().contentType(), allHeaders(), sent(), CallOutcome.FINISHED);
    }

    /** Half of the body when anything is to come before the break, else not even a head. */
    private void part(int after) {
        if (after > 0) {
            Buffer body = sent();
            exchange.answerPart(
                    200, script.answer().contentType(), allHeaders(), body, body.length() / 2);
        }
    }

    private Buffer sent() {
        String scripted = script.answer().body();
        return scripted == null ? body : Buffer.buffer(scripted);
    }

    private Map<String, String> allHeaders() {
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(script.answer().headers());
        return all;
    }
}
