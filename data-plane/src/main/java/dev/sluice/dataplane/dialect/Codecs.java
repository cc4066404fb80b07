package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.dialect.anthropic.AnthropicCodec;
import dev.sluice.dataplane.dialect.anthropic.request.AnthropicRequests;
import dev.sluice.dataplane.dialect.anthropic.stream.AnthropicStreams;
import dev.sluice.dataplane.dialect.bedrock.ConverseCodec;
import dev.sluice.dataplane.dialect.cohere.CohereCodec;
import dev.sluice.dataplane.dialect.dashscope.DashScopeCodec;
import dev.sluice.dataplane.dialect.gemini.GeminiCodec;
import dev.sluice.dataplane.dialect.ollama.OllamaCodec;
import dev.sluice.dataplane.dialect.openai.chat.ChatCodec;
import dev.sluice.dataplane.dialect.openai.completions.CompletionsCodec;
import dev.sluice.dataplane.dialect.openai.either.EitherCodec;
import dev.sluice.dataplane.dialect.qianfan.QianfanCodec;
import dev.sluice.dataplane.dialect.responses.ResponsesCodec;
import dev.sluice.dataplane.dialect.tgi.TgiCodec;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.util.EnumMap;
import java.util.Map;

/** Every dialect that the gateway speaks. A new one is one line here. */
public final class Codecs {
    private static final DialectCodec CHAT = new ChatCodec();
    private static final DialectCodec COMPLETIONS = new CompletionsCodec(CHAT);
    private static final DialectCodec RESPONSES = new ResponsesCodec();
    private static final Map<Dialect, DialectCodec> ALL = new EnumMap<>(Dialect.class);
    private static final Map<Dialect, DialectCodec> HEARD =
            Map.of(
                    Dialect.OPENAI_CHAT, new EitherCodec(CHAT, CHAT, RESPONSES),
                    Dialect.OPENAI_RESPONSES, new EitherCodec(RESPONSES, CHAT, RESPONSES));

    static {
        ALL.put(Dialect.OPENAI_CHAT, CHAT);
        ALL.put(Dialect.OLLAMA, new OllamaCodec());
        ALL.put(Dialect.TGI, new TgiCodec());
        ALL.put(Dialect.COHERE, new CohereCodec());
        ALL.put(Dialect.BEDROCK_CONVERSE, new ConverseCodec());
        ALL.put(Dialect.DASHSCOPE, new DashScopeCodec());
        ALL.put(Dialect.QIANFAN, new QianfanCodec());
        ALL.put(Dialect.OPENAI_RESPONSES, RESPONSES);
        ALL.put(
                Dialect.ANTHROPIC,
                new AnthropicCodec(new AnthropicRequests(), new AnthropicStreams()));
        ALL.put(Dialect.GEMINI, new GeminiCodec());
    }

    private Codecs() {}

    /** Fails where the dialect is not spoken: {@link #speaks} tells before. */
    public static DialectCodec of(Dialect dialect) {
        var codec = ALL.get(dialect);
        if (codec == null) {
            throw new IllegalArgumentException("no codec for " + dialect.text());
        }
        return codec;
    }

    /** What is said for an operation: legacy completions have words of their own. */
    public static DialectCodec of(Dialect dialect, Operation operation) {
        return dialect == Dialect.OPENAI_CHAT && operation == Operation.COMPLETIONS
                ? COMPLETIONS
                : of(dialect);
    }

    /** For what an upstream says that was asked in a dialect. */
    public static DialectCodec heard(Dialect dialect) {
        var tolerant = HEARD.get(dialect);
        return tolerant == null ? of(dialect) : tolerant;
    }

    public static boolean speaks(Dialect dialect) {
        return ALL.containsKey(dialect);
    }
}
