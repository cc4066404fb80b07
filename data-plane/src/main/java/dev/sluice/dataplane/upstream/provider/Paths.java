package dev.sluice.dataplane.upstream.provider;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where an operation stands under a provider's base path. */
@FunctionalInterface
public interface Paths {
    /** The paths that a dialect's own vendor has. */
    Paths OF_DIALECT = Paths::ofDialect;

    /** Under a project and a location, which the address names. */
    Paths OF_VERTEX = target -> "/publishers/google" + ofGemini(target);

    /** Path and query, with a slash at the beginning. */
    String of(CallTarget target);

    private static String ofDialect(CallTarget target) {
        if (target.operation() == Operation.EMBEDDINGS) {
            return ofEmbeddings(target);
        }
        return switch (target.dialect()) {
            case OPENAI_CHAT, OPENAI_RESPONSES -> ofOpenAi(target);
            case ANTHROPIC -> "/v1/messages";
            case GEMINI -> "/v1beta" + ofGemini(target);
            case BEDROCK_CONVERSE ->
                    "/model/"
                            + encoded(target.model())
                            + (target.stream() ? "/converse-stream" : "/converse");
            case DASHSCOPE -> "/api/v1/services/aigc/text-generation/generation";
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

    private static String ofGemini(CallTarget target) {
        return "/models/"
                + encoded(bare(target))
                + (target.stream() ? ":streamGenerateContent?alt=sse" : ":generateContent");
    }

    private static String ofOpenAi(CallTarget target) {
        return switch (target.operation()) {
            case CHAT ->
                    target.dialect() == Dialect.OPENAI_RESPONSES
                            ? "/responses"
                            : "/chat/completions";
            case EMBEDDINGS -> "/embeddings";
            case COMPLETIONS -> "/completions";
            case RERANK -> "/rerank";
            case IMAGES, AUDIO ->
                    throw new IllegalStateException(target.operation() + " is not served");
        };
    }

    /** One segment of a path; a colon stays readable, since it may be part of a model's name. */
    static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
    }
}
