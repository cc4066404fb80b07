package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.embedding.EmbeddingLane;
import dev.sluice.dataplane.dialect.embedding.Embeddings;
import dev.sluice.dataplane.dialect.gemini.GeminiFraming;
import dev.sluice.dataplane.dialect.lane.PatchedReply;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.lane.ReplyAssembler;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.lane.TranslatedReply;
import dev.sluice.dataplane.dialect.lane.TranslatedStream;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.dialect.openai.ChatStream;
import dev.sluice.dataplane.dialect.openai.LargeReply;
import dev.sluice.dataplane.dialect.openai.ReplyReader;
import dev.sluice.dataplane.dialect.rerank.RerankReply;
import dev.sluice.dataplane.postprocess.EventTreatment;
import dev.sluice.dataplane.postprocess.ReplyTreatment;
import dev.sluice.dataplane.postprocess.TextTreatment;
import dev.sluice.dataplane.relay.StreamForm;
import dev.sluice.dataplane.stage.OutputCount;
import dev.sluice.dataplane.upstream.UpstreamSender.Sent;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.CacheState;
import dev.sluice.model.usage.TokenUsage;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Chooses how the answer of one attempt comes to the caller: in its own bytes, or translated. */
final class ReplyLane {
    private static final int HELD_BYTES = 1024 * 1024;
    private static final int TRANSLATED_BYTES = 32 * 1024 * 1024;

    private final ReservedCall reserved;
    private final Call call;
    private final Candidate candidate;
    private final Sent sent;
    private final OutputText output;

    /** Puts a stream together that is to be kept; null where it is not. */
    private final @Nullable ReplyAssembler assembler;

    ReplyLane(ReservedCall reserved, Candidate candidate, Sent sent, OutputCount counted) {
        this.reserved = reserved;
        this.call = reserved.call();
        this.assembler =
                reserved.progress().cache() == CacheState.MISS ? new ReplyAssembler() : null;
        this.candidate = candidate;
        this.sent = sent;
        this.output = new OwnCount(reserved.countedInput(), counted);
    }

    /** The own count of the call, which the output is told to. */
    private record OwnCount(long input, OutputCount output) implements OutputText {
        @Override
        public void append(byte[] json, int from, int to) {
            output.append(json, from, to);
        }

        @Override
        public TokenUsage counted() {
            return TokenUsage.of(input, output.roughly());
        }
    }

    /** Null shows the upstream's own name. */
    private static @Nullable String aliasToShow(Call call, Candidate candidate) {
        return candidate.alias().exposesModel() ? null : call.envelope().alias();
    }

    static StreamForm form(Call call) {
        var streams = codec(call).streams();
        return new StreamForm(streams.contentType(call.door()), streams.heartbeat(call.door()));
    }

    private static DialectCodec codec(Call call) {
        return Codecs.of(call.dialect(), call.operation());
    }

    /** How the upstream answers: in the caller's own way where its bytes went on. */
    private DialectCodec upstreamCodec() {
        return sent.translated() == null ? codec(call) : Codecs.of(sent.dialect());
    }

    /** The fast lane: the gateway's own scanner instead of a codec. */
    private boolean isPlainOpenAi() {
        return !isRead()
                && call.dialect() == Dialect.OPENAI_CHAT
                && call.operation() != Operation.RERANK;
    }

    /** Whether the answer is read and written anew. */
    private boolean isRead() {
        return sent.translated() != null
                || candidate.alias().policies().readContent()
                || (assembler != null && call.envelope().stream());
    }

    /** The whole answer of a stream that is complete; null where it is not to be kept. */
    byte @Nullable [] whole() {
        return assembler == null
                ? null
                : SluiceJson.mapper()
                        .writeValueAsBytes(
                                Codecs.of(call.dialect())
                                        .replies()
                                        .write(assembler.reply(), context()));
    }

    private Consumer<ReplyEvent> between(Consumer<ReplyEvent> sink) {
        var policies = candidate.alias().policies();
        Consumer<ReplyEvent> last = assembler == null ? sink : assembler.andThen(sink);
        return policies.readContent() ? new EventTreatment(TextTreatment.of(policies), last) : last;
    }

    private boolean isText() {
        return call.operation() == Operation.CHAT || call.operation() == Operation.COMPLETIONS;
    }

    ReplyStream stream() {
        var codec = codec(call);
        var alias = aliasToShow(call, candidate);
        if (isPlainOpenAi()) {
            return new ChatStream(alias, call.envelope().usageAsked(), output);
        }
        var lane = codecLane(codec, alias);
        return call.dialect() == Dialect.GEMINI
                ? GeminiFraming.of(call.door(), lane, !isRead())
                : lane;
    }

    private ReplyStream codecLane(DialectCodec codec, @Nullable String alias) {
        if (!isRead()) {
            return new PatchedStream(codec, context(), alias, output);
        }
        return new TranslatedStream(upstreamCodec(), codec, context(), output, this::between);
    }

    UnaryLane unary() {
        var codec = codec(call);
        var alias = aliasToShow(call, candidate);
        if (call.operation() == Operation.EMBEDDINGS
                && !Embeddings.passOn(call.dialect(), sent.dialect())) {
            return new EmbeddingLane(
                    sent.dialect(),
                    call.dialect(),
                    call.body(),
                    context().model(),
                    reserved.countedInput());
        }
        if (call.operation() == Operation.RERANK) {
            return new RerankReply(alias, call.door().variant());
        }
        if (isPlainOpenAi() || !isText()) {
            return new ReplyReader(call.operation(), alias, output);
        }
        if (!isRead()) {
            return new PatchedReply(codec, alias, output);
        }
        var policies = candidate.alias().policies();
        return new TranslatedReply(
                upstreamCodec(),
                codec,
                context(),
                output,
                policies.readContent()
                        ? reply -> ReplyTreatment.of(reply, TextTreatment.of(policies))
                        : reply -> reply);
    }

    /** What the translation of the request could not keep. */
    List<String> warnings() {
        return sent.warnings();
    }

    private ReplyContext context() {
        var alias = aliasToShow(call, candidate);
        return new ReplyContext(
                call.id(),
                call.startedAt(),
                alias != null ? alias : candidate.model().providerName(),
                call.envelope().usageAsked(),
                GeminiFraming.laneDoor(call.door()),
                sent.translated(),
                reserved.countedInput());
    }

    /** A stream was asked for: does the answer say that it is a page or an object instead? */
    boolean mayBeStream(@Nullable String contentType) {
        return contentType == null
                || upstreamCodec().streams().mayBeStream(contentType.toLowerCase(Locale.ROOT));
    }

    /** The most of a unary reply that is held; a larger one is relayed as it comes. */
    int mostWholeBytes() {
        if (isSound()) {
            return 0;
        }
        return isPlainOpenAi() ? HELD_BYTES : TRANSLATED_BYTES;
    }

    /** Whether the start of a larger reply may be relayed as it comes. */
    boolean mayBeLarge(byte[] start) {
        return isSound()
                || (isPlainOpenAi() && !call.envelope().stream() && LargeReply.looksRight(start));
    }

    /** Sound is passed on as it comes, for nothing in it is the gateway's business. */
    private boolean isSound() {
        return call.operation() == Operation.AUDIO;
    }

    /** What the caller is told a larger reply is. */
    String largeType(@Nullable String contentType) {
        return isSound() && contentType != null ? contentType : "application/json";
    }

    byte[] largeStart(byte[] start) {
        return isSound() ? start : LargeReply.patchStart(start, aliasToShow(call, candidate));
    }

    byte[] largeEnd(byte[] tail) {
        return isSound() ? tail : LargeReply.patchEnd(tail, aliasToShow(call, candidate));
    }

    @Nullable TokenUsage largeUsage(byte[] tail) {
        return isSound() ? null : LargeReply.usage(tail);
    }
}
