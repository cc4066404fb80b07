package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.lane.event.SoundCalls;
import dev.sluice.dataplane.dialect.lane.event.WholeCharacters;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/** A stream that one codec reads and another writes. */
public final class TranslatedStream implements TalliedStream {
    private static final byte[] UNTOLD =
            "{\"error\":{\"message\":\"it did not say how its answer ended\"}}"
                    .getBytes(StandardCharsets.US_ASCII);

    private final StreamReader reader;
    private final Consumer<ReplyEvent> onward;
    private final DialectCodec to;
    private final StreamWriter writer;
    private final Tally tally;
    private final ByteSink out = new ByteSink();
    private final boolean finishesInterrupted;

    /**
     * @param between what is done to events on the way, given where they go on to
     * @param finishesInterrupted whether an answer that broke off is told by its finish reason
     *     instead of by an error
     */
    public TranslatedStream(
            DialectCodec from,
            DialectCodec to,
            ReplyContext context,
            OutputText output,
            Function<Consumer<ReplyEvent>, Consumer<ReplyEvent>> between,
            boolean finishesInterrupted) {
        this.onward = between.apply(this::onward);
        this.reader = from.streams().reader(new SoundCalls(new WholeCharacters(this::onEvent)));
        this.to = to;
        this.writer = to.streams().writer(context);
        this.tally = new Tally(from, output);
        this.finishesInterrupted = finishesInterrupted;
    }

    private void onEvent(ReplyEvent event) {
        var heard =
                event instanceof ReplyEvent.Finished && tally.leavesCallsOpen()
                        ? new ReplyEvent.Failed(UNTOLD.clone())
                        : event;
        if (tally.take(heard)) {
            onward.accept(heard);
        }
    }

    /** Content and the start go to the writer; how it ended is told at the end. */
    private void onward(ReplyEvent event) {
        switch (event) {
            case ReplyEvent.Failed _,
                    ReplyEvent.Finished _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _ -> {}
            default -> writer.write(event, out);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        reader.feed(bytes, from, to);
    }

    @Override
    public void end() {
        reader.end();
    }

    @Override
    public boolean isInsideEvent() {
        return reader.isInsideEvent();
    }

    @Override
    public ByteSink out() {
        return out;
    }

    @Override
    public byte[] terminal() {
        var end = new ByteSink();
        writer.end(tally.ending(to), end);
        return end.take();
    }

    @Override
    public byte[] broken(ErrorCode code, String message) {
        onward.accept(new ReplyEvent.Finished()); // what was held back was said
        var interruption = finishesInterrupted ? tally.interruption() : null;
        var end = new ByteSink();
        if (interruption == null) {
            writer.breakOff(code, message, end);
        } else {
            writer.end(interruption, end);
        }
        return end.take();
    }
}
