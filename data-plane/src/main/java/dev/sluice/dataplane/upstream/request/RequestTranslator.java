package dev.sluice.dataplane.upstream.request;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.embedding.Embeddings;
import dev.sluice.dataplane.dialect.media.CheckedMedia;
import dev.sluice.dataplane.dialect.openai.media.MediaDoor;
import dev.sluice.dataplane.dialect.rerank.RerankShape;
import dev.sluice.dataplane.form.MultipartForm;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.upstream.provider.ParameterRules;
import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.PromptRules.Instructions;
import dev.sluice.model.route.UpstreamModel;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stage 6. To a target of the caller's dialect go the caller's own bytes with splices: the
 * provider's name of the model, the clamped cap, and the wish for usage. To another one goes the
 * same request in its words.
 */
public final class RequestTranslator {
    private static final String STREAM_OPTIONS = "stream_options";
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";
    private static final Set<Operation> FOR_SOME =
            Set.of(Operation.RERANK, Operation.IMAGES, Operation.AUDIO);
    private static final int COPY_BELOW_BYTES = 16 * 1024;

    private final RefusedFields refused;

    public RequestTranslator(RefusedFields refused) {
        this.refused = refused;
    }

    /**
     * Fails with {@link dev.sluice.dataplane.call.GatewayFailure} where the request cannot be said
     * to the target.
     */
    public Payload translate(
            ReservedCall reserved, Candidate candidate, Provider provider, Dialect dialect) {
        var call = reserved.call();
        if (call.operation() == Operation.EMBEDDINGS
                && !Embeddings.passOn(call.dialect(), dialect)) {
            return embeddings(reserved, candidate, dialect);
        }
        if (FOR_SOME.contains(call.operation())) {
            refuseForeign(call.operation(), dialect);
            refuseUnmasked(call, candidate);
        }
        if (call.operation() == Operation.RERANK) {
            var shape = RerankShape.of(candidate.upstream().provider());
            var rerank = shape.write(call.body(), candidate.model().providerName());
            return new Payload(Buffer.buffer(rerank), List.of(), List.of());
        }
        if (call.upload() != null) {
            return form(call.upload().form(), candidate.model().providerName());
        }
        if (call.operation() != Operation.CHAT && call.operation() != Operation.COMPLETIONS) {
            var patch = new JsonPatch();
            var span = call.body().span("model");
            var name = ForeignJson.quoted(candidate.model().providerName());
            if (span != null) {
                patch.replace(span.from(), span.to(), name);
            } else {
                patch.insertField(call.body(), "model", name);
            }
            return new Payload(body(call.body().bytes(), patch), List.of(), List.of());
        }
        var same = call.dialect() == dialect;
        var target = target(reserved, candidate, provider, dialect, same);
        var added = added(target);
        var losses = new Losses(dialect, isStrict(call, candidate));
        var rules = rules(provider, candidate.model());
        if (!same) {
            return translated(reserved, losses, target, rules, added);
        }
        var fields = call.body();
        if (call.operation() == Operation.CHAT && !rules.isEmpty()) {
            fields = ruled(call, rules, target, losses);
        }
        var patch = new JsonPatch();
        Codecs.of(dialect, call.operation()).requests().patch(patch, fields, target);
        return new Payload(body(fields.bytes(), patch), added, losses.warnings());
    }

    /** The caller's own form, whose files are not copied, with the provider's name of the model. */
    private static Payload form(MultipartForm form, String model) {
        var patch = new JsonPatch();
        var part = form.first("model");
        if (part == null) {
            patch.replace(form.start(), form.start(), form.textPart("model", model));
        } else {
            patch.replace(part.from(), part.to(), model.getBytes(StandardCharsets.UTF_8));
        }
        return new Payload(
                body(form.bytes(), patch),
                List.of(),
                false,
                null,
                List.of(),
                form.contentType(),
                List.of());
    }

    private static ParameterRules rules(Provider provider, UpstreamModel model) {
        var rules = provider.rulesFor(model.providerName());
        var prompt = model.prompt();
        return prompt == null || prompt.system() == null
                ? rules
                : rules.instructions(prompt.system());
    }

    /** The caller's own body by the rules; of other dialects only instructions are moved. */
    private static JsonFields ruled(
            Call call, ParameterRules rules, RequestTarget target, Losses losses) {
        if (call.dialect() == Dialect.OPENAI_CHAT) {
            var patched = new PatchedRules(rules, losses).apply(call.body());
            return patched != null ? patched : rewritten(call, rules, target, losses);
        }
        return rules.instructions() == Instructions.KEEP
                ? call.body()
                : rewritten(
                        call,
                        ParameterRules.NONE.instructions(rules.instructions()),
                        target,
                        losses);
    }

    /** What splices cannot say, such as instructions said by the user: the request anew. */
    private static JsonFields rewritten(
            Call call, ParameterRules rules, RequestTarget target, Losses losses) {
        var requests = Codecs.of(call.dialect()).requests();
        var request = requests.read(call.door(), call.body());
        var ruled = new RequestRules(rules, losses).apply(request);
        return JsonFields.scan(ForeignJson.bytes(requests.write(ruled, target, losses)));
    }

    /** Dialects that are spoken in chats alone have nothing for other operations. */
    private static void refuseForeign(Operation operation, Dialect dialect) {
        var spoken =
                switch (dialect) {
                    case OPENAI_CHAT, OPENAI_RESPONSES -> true;
                    case COHERE, DASHSCOPE -> operation == Operation.RERANK;
                    case ANTHROPIC, GEMINI, BEDROCK_CONVERSE, QIANFAN, OLLAMA, TGI, GRPC_OIP ->
                            false;
                };
        if (!spoken) {
            throw new Losses(dialect, false).refused("A call for " + operation.text(), "model");
        }
    }

    /** A transcript says each word in several places: none that is to be masked may go out. */
    private static void refuseUnmasked(Call call, Candidate candidate) {
        var door = MediaDoor.of(call.door());
        if (door != null && door.makesTranscripts() && candidate.policies().mask() != null) {
            throw new GatewayFailure.Unsupported(
                    "The answers of '"
                            + candidate.alias().name()
                            + "' are masked, which is not done with transcripts: call another"
                            + " model.",
                    "model");
        }
    }

    private static Payload embeddings(ReservedCall reserved, Candidate candidate, Dialect dialect) {
        var call = reserved.call();
        var losses = new Losses(dialect, isStrict(call, candidate));
        var model = candidate.model().providerName();
        var bodies =
                Embeddings.requests(call.dialect(), call.body(), model, losses).stream()
                        .map(Buffer::buffer)
                        .toList();
        var further = bodies.subList(1, bodies.size());
        return Payload.inOrder(bodies.getFirst(), losses.warnings(), further);
    }

    private static Payload translated(
            ReservedCall reserved,
            Losses losses,
            RequestTarget target,
            ParameterRules rules,
            List<String> added) {
        var call = reserved.call();
        var writer = Codecs.of(losses.target()).requests();
        var reader = Codecs.of(call.dialect(), call.operation()).requests();
        var read = reader.read(call.door(), call.body());
        var request = CheckedMedia.of(reserved.media().into(read, writer.inlineOnly()));
        var capped = new RequestRules(rules, losses).apply(withCap(request, target));
        var body = writer.write(capped, target, losses);
        return Payload.translated(
                Buffer.buffer(ForeignJson.bytes(body)),
                added,
                reader.echoed(request),
                losses.warnings());
    }

    private static boolean isStrict(Call call, Candidate candidate) {
        return call.wishes().strict() || Boolean.TRUE.equals(candidate.policies().strict());
    }

    private static ChatRequest withCap(ChatRequest request, RequestTarget target) {
        return target.outputCap() == null ? request : request.withOutputCap(target.outputCap());
    }

    private RequestTarget target(
            ReservedCall reserved,
            Candidate candidate,
            Provider provider,
            Dialect dialect,
            boolean same) {
        var envelope = reserved.call().envelope();
        var askUsage =
                envelope.stream()
                        && dialect == Dialect.OPENAI_CHAT
                        && !(same && envelope.usageAsked())
                        && provider.streamOptions()
                        && !refused.contains(candidate, STREAM_OPTIONS);
        return new RequestTarget(
                candidate.model().providerName(),
                reserved.outputCap(),
                envelope.capAsked(),
                capField(candidate, provider),
                askUsage);
    }

    /** The row's own field, or the other where the target refused that one. */
    private @Nullable String capField(Candidate candidate, Provider provider) {
        var other = provider.capField().equals(MAX_TOKENS) ? MAX_COMPLETION_TOKENS : MAX_TOKENS;
        for (var field : List.of(provider.capField(), other)) {
            if (!refused.contains(candidate, field)) {
                return field;
            }
        }
        return null;
    }

    private static List<String> added(RequestTarget target) {
        var added = new ArrayList<String>(2);
        if (target.capAsked() == null && target.outputCap() != null && target.capField() != null) {
            added.add(target.capField());
        }
        if (target.askUsage()) {
            added.add(STREAM_OPTIONS);
        }
        return List.copyOf(added);
    }

    private static Buffer body(byte[] original, JsonPatch patch) {
        if (original.length < COPY_BELOW_BYTES) {
            return Buffer.buffer(patch.apply(original, 0, original.length));
        }
        var pieces = new ArrayList<ByteBuf>();
        var at = 0;
        for (var splice : patch.inOrder()) {
            addPiece(pieces, original, at, splice.from());
            addPiece(pieces, splice.instead(), 0, splice.instead().length);
            at = splice.to();
        }
        addPiece(pieces, original, at, original.length);
        return BufferInternal.buffer(Unpooled.wrappedBuffer(pieces.toArray(ByteBuf[]::new)));
    }

    private static void addPiece(List<ByteBuf> pieces, byte[] bytes, int from, int to) {
        if (from < to) {
            pieces.add(Unpooled.wrappedBuffer(bytes, from, to - from));
        }
    }
}
