package dev.sluice.simulator.serve;

import dev.sluice.simulator.dialect.Dialect;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.dialect.Route;
import dev.sluice.simulator.dialect.anthropic.AnthropicErrors;
import dev.sluice.simulator.dialect.anthropic.Messages;
import dev.sluice.simulator.dialect.gemini.EmbedContent;
import dev.sluice.simulator.dialect.gemini.GenerateContent;
import dev.sluice.simulator.dialect.gemini.GoogleErrors;
import dev.sluice.simulator.dialect.openai.ChatCompletions;
import dev.sluice.simulator.dialect.openai.OpenAiEmbeddings;
import dev.sluice.simulator.dialect.openai.OpenAiErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every path that is served, the busiest first. */
public final class Routes {
    private static final String GEMINI_MODEL =
            "(?:/v1(?:beta\\d?)?)?(?:/publishers/google)?/models/{model}(?::|%3[Aa])";
    private static final ErrorForm OPENAI = new OpenAiErrors();
    private static final ErrorForm ANTHROPIC = new AnthropicErrors();
    private static final ErrorForm GOOGLE = new GoogleErrors();

    private static final List<Route> ALL =
            List.of(
                    chat("(?:/v1)?/chat/completions", new ChatCompletions()),
                    chat("(?:/v1)?/messages", new Messages()),
                    chat(
                            "(?:/v1)?(?:/publishers/anthropic)?/models/{model}"
                                    + "(?::|%3[Aa])(?:rawPredict|streamRawPredict)",
                            new Messages()),
                    figures("(?:/v1)?/messages/count_tokens", Messages.COUNT, ANTHROPIC),
                    chat(
                            GEMINI_MODEL + "(?:generateContent|streamGenerateContent)",
                            new GenerateContent()),
                    figures(GEMINI_MODEL + "countTokens", GenerateContent.COUNT, GOOGLE),
                    figures(
                            GEMINI_MODEL + "(?:embedContent|batchEmbedContents)",
                            new EmbedContent(),
                            GOOGLE),
                    figures("(?:/v1)?/embeddings", new OpenAiEmbeddings(), OPENAI));

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
