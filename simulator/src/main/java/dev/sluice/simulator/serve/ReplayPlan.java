package dev.sluice.simulator.serve;

import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.exchange.Pump;
import dev.sluice.simulator.replay.RecordedFlow;
import dev.sluice.simulator.replay.Recording;
import dev.sluice.simulator.script.Script;
import java.util.HashMap;
import java.util.Map;

/** A call that a recording answers, whatever it asks. */
record ReplayPlan(Recording recording, boolean stream) implements Plan {
    @Override
    public String script() {
        return recording.script();
    }

    @Override
    public void serve(Exchange exchange, Script script, String model) {
        Map<String, String> headers = new HashMap<>(recording.headers());
        headers.putAll(script.answer().headers());
        Pump.Head head = new Pump.Head(recording.status(), recording.contentType(), headers);
        new Pump(exchange, script, head, new RecordedFlow(recording)).start();
    }
}
