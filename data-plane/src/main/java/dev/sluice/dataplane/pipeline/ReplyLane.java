package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.AttemptReport.MediaCount;
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
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.lane.TranslatedReply;
import dev.sluice.dataplane.dialect.lane.TranslatedStream;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.dialect.lane.event.SayableAnswer;
import dev.sluice.dataplane.dialect.openai.ChatStream;
import dev.sluice.dataplane.dialect.openai.EnvelopeReader;
import dev.sluice.dataplane.dialect.openai.LargeReply;
import dev.sluice.dataplane.dialect.openai.ReplyReader;
import dev.sluice.dataplane.dialect.openai.media.MediaDoor;
import dev.sluice.dataplane.dialect.openai.media.MediaLane;
import dev.sluice.dataplane.dialect.rerank.RerankReply;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.postprocess.EventTreatment;
import dev.sluice.dataplane.postprocess.ReplyTreatment;
import dev.sluice.dataplane.postprocess.TextTreatment;
import dev.sluice.dataplane.relay.StreamForm;
import dev.sluice.dataplane.stage.OutputCount;
import dev.sluice.dataplane.upstream.UpstreamSender.Sent;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.CacheState;
import dev.sluice.model.usage.TokenUsage;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
    private final SayableAnswer said;

    /** Pictures and sound go a way of their own; null for all else. */
    private final @Nullable MediaLane media;

    private @Nullable String contentType;

    /** Puts a stream together that is to be kept; null where it is not. */
    private final @Nullable ReplyAssembler assembler;

    private @Nullable UnaryLane unary;

    ReplyLane(ReservedCall reserved, Candidate candidate, Sent sent, OutputCount counted) {
        this.reserved = reserved;
        this.call = reserved.call();
        this.assembler =
                reserved.progress().cache() == CacheState.MISS ? new ReplyAssembler() : null;
        this.candidate = candidate;
        this.sent = sent;
        this.said = new SayableAnswer(codec(call).replies(), call.dialect());
        this.output = new OwnCount(reserved.countedInput(), counted);
        var door = MediaDoor.of(call.door());
        this.media =
                door == null
                        ? null
                        : new MediaLane(
                                call,
                                door,
                                aliasToShow(call, candidate),
                                output,
                                candidate.policies().mask() != null);
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

    /** What the upstream says that its answer is; before all that follows. */
    void answered(@Nullable String type) {
        contentType = type;
        if (media != null) {
            media.answered(type);
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

    /** Pictures and sound are made first and sent then: a stream of them may begin with its end. */
    static boolean beginsSoon(Call call) {
        return call.envelope().stream() && MediaDoor.of(call.door()) == null;
    }

    private static DialectCodec codec(Call call) {
        return Codecs.of(call.dialect(), call.operation());
    }

    /** How the upstream answers: in the caller's own way where its bytes went on. */
    private DialectCodec upstreamCodec() {
        return sent.translated() ? Codecs.heard(sent.dialect()) : codec(call);
    }

    /** The fast lane: the gateway's own scanner instead of a codec. */
    private boolean isPlainOpenAi() {
        return !isRead()
                && call.dialect() == Dialect.OPENAI_CHAT
                && call.operation() != Operation.RERANK;
    }

    /** Whether the answer is read and written anew. */
    private boolean isRead() {
        return sent.translated()
                || candidate.policies().readContent()
                || finishesInterrupted()
                || (assembler != null && call.envelope().stream());
    }

    private boolean finishesInterrupted() {
        return call.envelope().stream()
                && isText()
                && Boolean.TRUE.equals(candidate.policies().interruptedFinish());
    }

    /** The whole answer of a stream that is complete; null where it is not to be kept. */
    byte @Nullable [] whole() {
        if (assembler == null || !assembler.isToldToEnd()) {
            return null;
        }
        var reply = assembler.reply();
        return reply.isWorthKeeping()
                ? ForeignJson.bytes(Codecs.of(call.dialect()).replies().write(reply, context()))
                : null;
    }

    /** How a stream that broke off ends for the caller. */
    byte @Nullable [] lastWords(byte @Nullable [] last) {
        return last == null ? null : sent.exchange().withoutSecret(last);
    }

    private Consumer<ReplyEvent> between(Consumer<ReplyEvent> sink) {
        var policies = candidate.policies();
        Consumer<ReplyEvent> last = assembler == null ? sink : assembler.andThen(sink);
        last = policies.readContent() ? new EventTreatment(TextTreatment.of(policies), last) : last;
        return said.before(last);
    }

    private boolean isText() {
        return call.operation() == Operation.CHAT || call.operation() == Operation.COMPLETIONS;
    }

    ReplyStream stream() {
        if (media != null) {
            return media.stream(context());
        }
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
        return new TranslatedStream(
                upstreamCodec(), codec, context(), output, this::between, finishesInterrupted());
    }

    /** The same for all bodies of an attempt. */
    private UnaryLane unary() {
        var made = unary;
        if (made == null) {
            made = newUnary();
            unary = made;
        }
        return made;
    }

    /** Reads a whole answer, and whether it may be kept: by what the upstream itself says. */
    ReplyBody read(byte[] bytes) {
        var body = unary().read(bytes);
        if (assembler != null && body instanceof ReplyBody.Good) {
            var replies = upstreamCodec().replies();
            if (!replies.tellsEnd(bytes) || !replies.read(bytes).isWorthKeeping()) {
                reserved.progress().unfitToKeep();
            }
        }
        return body;
    }

    private UnaryLane newUnary() {
        if (media != null) {
            return media.unary();
        }
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
            var documents = EnvelopeReader.documents(call.body());
            return new RerankReply(alias, call.door().variant(), documents);
        }
        if (isPlainOpenAi() || !isText()) {
            var vectors =
                    call.operation() == Operation.EMBEDDINGS
                            ? EnvelopeReader.inputs(call.body())
                            : 0;
            return new ReplyReader(call.operation(), alias, output, vectors);
        }
        if (!isRead()) {
            return new PatchedReply(codec, alias, output);
        }
        var policies = candidate.policies();
        return new TranslatedReply(
                upstreamCodec(),
                codec,
                context(),
                output,
                policies.readContent()
                        ? reply -> ReplyTreatment.of(said.of(reply), TextTreatment.of(policies))
                        : said::of);
    }

    /** What the translation could not keep: of the request, and of the answer so far. */
    List<String> warnings() {
        return Stream.concat(sent.warnings().stream(), said.warnings().stream()).toList();
    }

    void countLosses(CallListener listener) {
        var losses = warnings().size();
        if (losses > 0) {
            listener.lost(call.dialect(), sent.dialect(), losses);
        }
    }

    private ReplyContext context() {
        var alias = aliasToShow(call, candidate);
        return new ReplyContext(
                call.id(),
                call.startedAt(),
                alias != null ? alias : candidate.model().providerName(),
                call.envelope().usageAsked(),
                GeminiFraming.laneDoor(call.door()),
                sent.echoed(),
                reserved.countedInput());
    }

    /** Whether the answer is to be read as a stream. */
    boolean isStream() {
        if (media != null) {
            return media.isStream();
        }
        return call.envelope().stream()
                && (contentType == null
                        || upstreamCodec()
                                .streams()
                                .mayBeStream(contentType.toLowerCase(Locale.ROOT)));
    }

    /** Whether a whole answer may serve the call. */
    boolean mayBeWhole() {
        return media != null || !call.envelope().stream();
    }

    /** The most of a unary reply that is held; a larger one is relayed as it comes. */
    int mostWholeBytes() {
        if (media != null) {
            return media.mostWholeBytes();
        }
        return isPlainOpenAi() ? HELD_BYTES : TRANSLATED_BYTES;
    }

    /** Whether the start of a larger reply may be relayed as it comes. */
    boolean mayBeLarge(byte[] start) {
        if (media != null) {
            return media.mayBeLarge(start);
        }
        return isPlainOpenAi() && !call.envelope().stream() && LargeReply.looksRight(start);
    }

    /** How much of a larger reply's end is kept back to be read. */
    int tailBytes() {
        return media == null ? LargeReply.TAIL_BYTES : media.tailBytes();
    }

    /** What the caller is told a whole or larger reply is. */
    String type() {
        return media == null ? "application/json" : media.type(contentType);
    }

    private boolean isObject() {
        return media == null || media.isObject();
    }

    byte[] largeStart(byte[] start) {
        return isObject() ? LargeReply.patchStart(start, aliasToShow(call, candidate)) : start;
    }

    byte[] largeEnd(byte[] tail) {
        return isObject() ? LargeReply.patchEnd(tail, aliasToShow(call, candidate)) : tail;
    }

    @Nullable TokenUsage largeUsage(byte[] tail) {
        return isObject() ? LargeReply.usage(tail) : null;
    }

    /** What the answer made or heard beside tokens. */
    MediaCount media() {
        return media == null ? MediaCount.NONE : media.media();
    }
}
