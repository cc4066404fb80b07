package dev.sluice.simulator.serve;

import dev.sluice.simulator.dialect.Dialect;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.dialect.Route;
import dev.sluice.simulator.dialect.anthropic.AnthropicErrors;
import dev.sluice.simulator.dialect.anthropic.Messages;
import dev.sluice.simulator.dialect.bedrock.Converse;
import dev.sluice.simulator.dialect.cohere.CohereChat;
import dev.sluice.simulator.dialect.cohere.CohereEmbed;
import dev.sluice.simulator.dialect.cohere.CohereErrors;
import dev.sluice.simulator.dialect.cohere.CohereRerank;
import dev.sluice.simulator.dialect.dashscope.DashScopeErrors;
import dev.sluice.simulator.dialect.dashscope.Generation;
import dev.sluice.simulator.dialect.dashscope.TextEmbedding;
import dev.sluice.simulator.dialect.dashscope.TextRerank;
import dev.sluice.simulator.dialect.gemini.EmbedContent;
import dev.sluice.simulator.dialect.gemini.GenerateContent;
import dev.sluice.simulator.dialect.gemini.GoogleErrors;
import dev.sluice.simulator.dialect.ollama.OllamaChat;
import dev.sluice.simulator.dialect.ollama.OllamaEmbed;
import dev.sluice.simulator.dialect.ollama.OllamaErrors;
import dev.sluice.simulator.dialect.openai.ChatCompletions;
import dev.sluice.simulator.dialect.openai.Completions;
import dev.sluice.simulator.dialect.openai.JinaRerank;
import dev.sluice.simulator.dialect.openai.OpenAiEmbeddings;
import dev.sluice.simulator.dialect.openai.OpenAiErrors;
import dev.sluice.simulator.dialect.openai.Responses;
import dev.sluice.simulator.dialect.qianfan.Wenxin;
import dev.sluice.simulator.dialect.tgi.Generate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every path that is served; the first that fits serves. */
public final class Routes {
    private static final String V1 = "(?:/v1)?";
    private static final String COLON = "(?::|%3[Aa])";
    private static final String GEMINI =
            "(?:/v1(?:beta\\d?)?)?(?:/publishers/google)?/models/{model}" + COLON;
    private static final String CLAUDE_ON_VERTEX =
            V1 + "(?:/publishers/anthropic)?/models/{model}" + COLON;
    private static final String DASHSCOPE = "/api/v1/services";

    private static final ErrorForm OPENAI = new OpenAiErrors();
    private static final ErrorForm ANTHROPIC = new AnthropicErrors();
    private static final ErrorForm GOOGLE = new GoogleErrors();
    private static final ErrorForm COHERE = new CohereErrors();
    private static final ErrorForm ALIBABA = new DashScopeErrors();

    private static final List<Route> ALL =
            List.of(
                    // First: one of its models is called completions.
                    chat("/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/{model}", new Wenxin()),
                    chat(V1 + "/chat/completions", new ChatCompletions()),
                    chat(V1 + "/messages", new Messages()),
                    chat(CLAUDE_ON_VERTEX + "(?:r|streamR)awPredict", new Messages()),
                    figures(V1 + "/messages/count_tokens", Messages.COUNT, ANTHROPIC),
                    chat(GEMINI + "(?:g|streamG)enerateContent", new GenerateContent()),
                    figures(GEMINI + "countTokens", GenerateContent.COUNT, GOOGLE),
                    figures(GEMINI + "(?:e|batchE)mbedContents?", new EmbedContent(), GOOGLE),
                    chat(V1 + "/responses", new Responses()),
                    figures(V1 + "/responses/input_tokens", Responses.COUNT, OPENAI),
                    chat("/model/{model}/converse(?:-stream)?", new Converse()),
                    chat("/v2/chat", new CohereChat()),
                    figures("/v2/rerank", new CohereRerank(), COHERE),
                    figures("/v2/embed", new CohereEmbed(), COHERE),
                    chat(
                            DASHSCOPE + "/aigc/(?:text|multimodal)-generation/generation",
                            new Generation()),
                    figures(
                            DASHSCOPE + "/embeddings/text-embedding/text-embedding",
                            new TextEmbedding(),
                            ALIBABA),
                    figures(
                            DASHSCOPE + "/rerank/text-rerank/text-rerank",
                            new TextRerank(),
                            ALIBABA),
                    chat("/api/(?:chat|generate)", new OllamaChat()),
                    figures("/api/embed", new OllamaEmbed(), new OllamaErrors()),
                    figures(V1 + "/embeddings", new OpenAiEmbeddings(), OPENAI),
                    figures(V1 + "/rerank", new JinaRerank(), OPENAI),
                    chat(V1 + "/completions", new Completions()),
                    new Route.Chat(
                            Route.Path.of("/(?:generate(?:_stream)?)?").only("tgi"),
                            new Generate()));

    private Routes() {}

    private static Route chat(String tail, Dialect dialect) {
        return new Route.Chat(Route.Path.of(tail), dialect);
    }

    private static Route figures(String tail, Measure measure, ErrorForm errors) {
        return new Route.Figures(Route.Path.of(tail), measure, errors);
    }

    /** The route of a path, and the lane before it. */
    public record Found(Route route, String lane) {}

    public static @Nullable Found find(String path) {
        for (Route route : ALL) {
            String lane = route.path().lane(path);
            if (lane != null) {
                return new Found(route, lane);
            }
        }
        return null;
    }
}
