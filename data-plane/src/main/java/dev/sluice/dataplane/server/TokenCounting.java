package dev.sluice.dataplane.server;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.identity.AccessAuthorizer;
import dev.sluice.dataplane.identity.CallerAuthenticator;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.pipeline.LoopPipeline;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/**
 * Tells how many tokens a request has, by the gateway's own count for the alias's first model. It
 * costs nothing, so nothing is reserved and nothing is booked; the key must be allowed to call the
 * alias all the same.
 */
final class TokenCounting {
    private final RequestReader reader;
    private final LoopPipeline.Shared shared;

    TokenCounting(RequestReader reader, LoopPipeline.Shared shared) {
        this.reader = reader;
        this.shared = shared;
    }

    /** Fails with {@link GatewayFailure} where the request or the caller is not right. */
    Future<Void> answer(
            HttpServerRequest request, CallerChannel caller, Door door, Snapshot snapshot) {
        return reader.read(request, caller.arrival(), door, snapshot)
                .compose(call ->
                        count(call)
                                .onComplete(_ -> reader.release(call))
                                .map(tokens -> {
                                    var body = body(door.dialect(), tokens);
                                    caller.reply(200, "application/json", Map.of(), body);
                                    return null;
                                }));
    }

    private Future<Long> count(Call call) {
        try {
            var caller = new CallerAuthenticator(shared.clock()).authenticate(call);
            var grant = new AccessAuthorizer().authorize(caller, call);
            return shared.tokenCounter().countInput(call, firstModel(grant));
        } catch (GatewayFailure refused) {
            return Future.failedFuture(refused);
        }
    }

    private static UpstreamModel firstModel(Grant grant) {
        var targets = grant.alias().targets();
        var model =
                targets.isEmpty()
                        ? null
                        : grant.call().snapshot().models().get(targets.getFirst().model());
        if (model == null) {
            throw new GatewayFailure.Internal(
                    "The alias '" + grant.alias().name() + "' has no model to count for.");
        }
        return model;
    }

    private static byte[] body(Dialect dialect, long tokens) {
        var body = SluiceJson.mapper().createObjectNode();
        switch (dialect) {
            case GEMINI -> body.put("totalTokens", tokens);
            case OPENAI_RESPONSES ->
                    body.put("object", "response.input_tokens").put("input_tokens", tokens);
            case ANTHROPIC,
                    OPENAI_CHAT,
                    BEDROCK_CONVERSE,
                    DASHSCOPE,
                    QIANFAN,
                    OLLAMA,
                    TGI,
                    COHERE,
                    GRPC_OIP ->
                    body.put("input_tokens", tokens);
        }
        return ForeignJson.bytes(body);
    }
}
