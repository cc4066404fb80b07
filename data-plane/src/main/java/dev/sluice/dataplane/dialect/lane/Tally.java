package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.StreamWriter.Stop;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.dialect.lane.ReplyStream.State;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.usage.TokenUsage;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the events of a stream come to: what was said, how it ended, what it used. */
final class Tally {
    private final DialectCodec from;
    private final OutputText output;
    private final BitSet seen = new BitSet();
    private final BitSet withCalls = new BitSet();
    private final SortedMap<Integer, Stop> stops = new TreeMap<>();
    private State state = State.RUNNING;
    private boolean started;
    private @Nullable UpstreamSaid said;
    private byte[] errorBody = new byte[0];
    private boolean produced;
    private @Nullable TokenUsage usage;
    private @Nullable String servedModel;

    /**
     * @param from who tells the events
     */
    Tally(DialectCodec from, OutputText output) {
        this.from = from;
        this.output = output;
    }

    /** Counts an event; false where the stream was over before it came. */
    boolean take(ReplyEvent event) {
        if (state != State.RUNNING) {
            return false;
        }
        count(event);
        return true;
    }

    private void count(ReplyEvent event) {
        switch (event) {
            case ReplyEvent.Started first -> {
                started = true;
                servedModel = servedModel == null ? named(first.model()) : servedModel;
            }
            case ReplyEvent.TextDelta(int choice, String text) -> said(choice, text);
            case ReplyEvent.ReasoningDelta(int choice, String text) -> said(choice, text);
            case ReplyEvent.RefusalDelta(int choice, String text) -> said(choice, text);
            case ReplyEvent.CallStarted started -> {
                withCalls.set(started.choice());
                said(started.choice(), started.name());
            }
            case ReplyEvent.CallDelta delta -> said(delta.choice(), delta.arguments());
            case ReplyEvent.PartAdded added -> begun(added.choice());
            case ReplyEvent.ReasoningSealed sealed -> begun(sealed.choice());
            case ReplyEvent.Stopped stopped -> stop(stopped);
            case ReplyEvent.Failed failed -> {
                errorBody = failed.body();
                broken(UpstreamErrors.read(errorBody, 0, errorBody.length));
            }
            case ReplyEvent.Finished _ -> state = State.DONE;
            case ReplyEvent.UsageKnown known -> usage = known.usage();
            case ReplyEvent.Cited _, ReplyEvent.LogprobsAdded _ -> {}
        }
    }

    private static @Nullable String named(@Nullable String model) {
        return model == null || model.isEmpty() ? null : model;
    }

    private void begun(int choice) {
        seen.set(choice);
        produced = true;
    }

    private void said(int choice, String text) {
        begun(choice);
        var quoted = ForeignJson.quoted(text);
        output.append(quoted, 1, quoted.length - 1);
    }

    private void stop(ReplyEvent.Stopped stopped) {
        seen.set(stopped.choice());
        if (stopped.reason() == StopReason.BROKEN) {
            broken(new UpstreamSaid(0, null, "the upstream gave up", false));
            return; // that is no end
        }
        stops.put(stopped.choice(), new Stop(stopped.reason(), stopped.stopSequence()));
    }

    boolean produced() {
        return produced;
    }

    /** An answer that began and came to its terminator has ended, too. */
    boolean anyStopped() {
        return !stops.isEmpty() || (started && state == State.DONE);
    }

    /**
     * Whether calls were begun of which nobody can tell if they are complete, should it end now.
     */
    boolean leavesCallsOpen() {
        var open = (BitSet) withCalls.clone();
        stops.keySet().forEach(open::clear);
        return from.tellsStops() && !open.isEmpty();
    }

    private boolean allStopped() {
        return !seen.isEmpty() && stops.size() == seen.cardinality();
    }

    private void broken(UpstreamSaid what) {
        said = what;
        state = State.BROKEN;
    }

    State state() {
        return state;
    }

    boolean isComplete() {
        return state == State.DONE || (state == State.RUNNING && allStopped());
    }

    @Nullable UpstreamSaid said() {
        return said;
    }

    byte[] errorBody() {
        return errorBody;
    }

    @Nullable TokenUsage usage() {
        return from.told(usage, output);
    }

    @Nullable String servedModel() {
        return servedModel;
    }

    @Nullable String finishReason() {
        return stops.isEmpty() ? null : FinishWords.of(meant(stops.firstKey()).reason());
    }

    private Stop meant(int choice) {
        var untold = from.tellsStops() ? StopReason.INTERRUPTED : StopReason.END;
        var stop = stops.getOrDefault(choice, new Stop(untold, null));
        return new Stop(stop.reason().after(withCalls.get(choice)), stop.sequence());
    }

    /**
     * The end of an answer that broke off: choices that had none are interrupted. Null where a call
     * of a tool was begun, for nobody may take its arguments for complete.
     */
    @Nullable Ending interruption() {
        if (!withCalls.isEmpty()) {
            return null;
        }
        var all = new TreeMap<Integer, Stop>();
        seen.stream()
                .forEach(choice ->
                        all.put(
                                choice,
                                stops.getOrDefault(
                                        choice, new Stop(StopReason.INTERRUPTED, null))));
        return all.isEmpty() ? null : new Ending(all, usage);
    }

    /** Every choice that began gets an end, also where the upstream forgot to tell. */
    Ending ending(DialectCodec to) {
        var all = new TreeMap<Integer, Stop>();
        seen.stream().forEach(choice -> all.put(choice, meant(choice)));
        if (all.isEmpty()) {
            all.put(0, meant(0));
        }
        return new Ending(all, to.shown(usage(), output));
    }
}
