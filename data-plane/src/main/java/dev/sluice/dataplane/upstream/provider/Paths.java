package dev.sluice.dataplane.upstream.provider;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where an operation stands under an upstream's address. */
@FunctionalInterface
public interface Paths {
    /** The paths that a dialect's own vendor has. */
    Paths OF_DIALECT = (base, target) -> base.join(ofDialect(target));

    /** Deployments, which the path names; the newer door takes them in the body. */
    Paths AZURE = AzurePaths::of;

    /** Models stand under their publisher. */
    Paths VERTEX = Paths::vertex;

    /** Path and query, with a slash at the beginning. */
    String of(ServerPath base, CallTarget target);

    static String ofDialect(CallTarget target) {
        if (target.operation() == Operation.EMBEDDINGS) {
            return ofEmbeddings(target);
        }
        return switch (target.dialect()) {
            case OPENAI_CHAT, OPENAI_RESPONSES -> ofOpenAi(target);
            case ANTHROPIC -> "/v1/messages";
            case GEMINI -> "/v1beta/models/" + encoded(bare(target)) + geminiVerb(target);
            case BEDROCK_CONVERSE ->
                    "/model/"
                            + encodedWhole(target.model())
                            + (target.stream() ? "/converse-stream" : "/converse");
            case DASHSCOPE ->
                    isMultimodal(target.model())
                            ? "/api/v1/services/aigc/multimodal-generation/generation"
                            : "/api/v1/services/aigc/text-generation/generation";
            case QIANFAN -> "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/" + encoded(target.model());
            case OLLAMA -> "/api/chat";
            case TGI -> target.stream() ? "/generate_stream" : "/generate";
            case COHERE -> "/v2/chat";
            case GRPC_OIP -> throw new IllegalStateException("gRPC has no paths");
        };
    }

    private static String ofEmbeddings(CallTarget target) {
        return switch (target.dialect()) {
            case GEMINI -> "/v1beta/models/" + encoded(bare(target)) + ":batchEmbedContents";
            case OLLAMA -> "/api/embed";
            case COHERE -> "/v2/embed";
            case DASHSCOPE -> "/api/v1/services/embeddings/text-embedding/text-embedding";
            case OPENAI_CHAT,
                    OPENAI_RESPONSES,
                    ANTHROPIC,
                    BEDROCK_CONVERSE,
                    QIANFAN,
                    TGI,
                    GRPC_OIP ->
                    "/embeddings";
        };
    }

    private static String bare(CallTarget target) {
        var model = target.model();
        return model.startsWith("models/") ? model.substring("models/".length()) : model;
    }

    static String ofOpenAi(CallTarget target) {
        return switch (target.operation()) {
            case CHAT ->
                    target.dialect() == Dialect.OPENAI_RESPONSES
                            ? "/responses"
                            : "/chat/completions";
            case EMBEDDINGS -> "/embeddings";
            case COMPLETIONS -> "/completions";
            case RERANK -> "/rerank";
            case IMAGES, AUDIO -> target.variant();
        };
    }

    /** Where tokens are counted, by where the chat stands; null where the dialect has no place. */
    static @Nullable String ofCount(Dialect dialect, String chat) {
        var query = chat.indexOf('?') < 0 ? chat.length() : chat.indexOf('?');
        var path = chat.substring(0, query);
        var counting =
                switch (dialect) {
                    case ANTHROPIC -> path.endsWith("/messages") ? path + "/count_tokens" : null;
                    case OPENAI_RESPONSES ->
                            path.endsWith("/responses") ? path + "/input_tokens" : null;
                    case GEMINI -> path.replace(":generateContent", ":countTokens");
                    case OPENAI_CHAT,
                            BEDROCK_CONVERSE,
                            DASHSCOPE,
                            QIANFAN,
                            OLLAMA,
                            TGI,
                            COHERE,
                            GRPC_OIP ->
                            null;
                };
        return counting == null ? null : counting + chat.substring(query);
    }

    private static String geminiVerb(CallTarget target) {
        return target.stream() ? ":streamGenerateContent?alt=sse" : ":generateContent";
    }

    private static String vertex(ServerPath base, CallTarget target) {
        var root = base.path().isEmpty() ? new ServerPath("/v1", base.query()) : base;
        if (target.dialect() == Dialect.GEMINI) {
            return root.join(
                    "/publishers/google/models/" + encoded(bare(target)) + geminiVerb(target));
        }
        return root.join(
                target.dialect() == Dialect.ANTHROPIC
                        ? "/publishers/anthropic/models/"
                                + encoded(target.model())
                                + (target.stream() ? ":streamRawPredict" : ":rawPredict")
                        : "/endpoints/openapi" + ofDialect(target));
    }

    /** The vendor has two doors, and refuses a model at the wrong one. */
    private static boolean isMultimodal(String model) {
        return model.contains("-vl") || model.contains("-omni") || model.contains("-audio");
    }

    /** One segment of a path; a colon stays readable, since it may be part of a model's name. */
    static String encoded(String segment) {
        return encodedWhole(segment).replace("%2F", "/").replace("%3A", ":");
    }

    /** One segment of a path, slashes and colons encoded, too. */
    static String encodedWhole(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
