package dev.sluice.dataplane.server;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.identity.AccessAuthorizer;
import dev.sluice.dataplane.identity.CallerAuthenticator;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.pipeline.LoopPipeline;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.dataplane.routing.RoutePlanner;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/**
 * Tells how many tokens a request has: as the upstream says where it speaks the caller's dialect
 * and can tell, else by the gateway's own count. It costs nothing, so nothing is reserved and
 * nothing is booked; the key must be allowed to call the alias all the same.
 */
final class TokenCounting {
    private final RequestReader reader;
    private final RoutePlanner planner;
    private final CountInquiry inquiry;
    private final LoopPipeline.Shared shared;

    TokenCounting(Vertx vertx, LoopPipeline loop, LoopPipeline.Shared shared) {
        this.reader = loop.reader();
        this.planner = loop.planner();
        this.inquiry = new CountInquiry(vertx, loop.sender(), shared.secrets());
        this.shared = shared;
    }

    /** Fails with {@link GatewayFailure} where the request or the caller is not right. */
    Future<Void> answer(
            HttpServerRequest request, CallerChannel caller, Door door, Snapshot snapshot) {
        return reader.read(request, caller.arrival(), door, snapshot)
                .compose(call ->
                        count(call)
                                .onComplete(_ -> reader.release(call))
                                .map(body -> {
                                    caller.reply(200, "application/json", Map.of(), body);
                                    return null;
                                }));
    }

    private Future<byte[]> count(Call call) {
        try {
            var caller = new CallerAuthenticator(shared.clock()).authenticate(call);
            var plan = planner.plan(new AccessAuthorizer().authorize(caller, call));
            return inquiry.ask(plan)
                    .compose(told -> told == null ? own(plan) : Future.succeededFuture(told));
        } catch (GatewayFailure refused) {
            return Future.failedFuture(refused);
        }
    }

    private Future<byte[]> own(RoutePlan plan) {
        var model = plan.candidates().getFirst().model();
        return shared.tokenCounter()
                .countInput(plan.call(), model)
                .map(tokens -> body(plan.call().dialect(), tokens));
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
