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
import dev.sluice.dataplane.dialect.qianfan.QianfanCodec;
import dev.sluice.dataplane.dialect.responses.ResponsesCodec;
import dev.sluice.dataplane.dialect.tgi.TgiCodec;
import dev.sluice.model.route.Dialect;
import java.util.EnumMap;
import java.util.Map;

/** Every dialect that the gateway speaks. A new one is one line here. */
public final class Codecs {
    private static final Map<Dialect, DialectCodec> ALL = new EnumMap<>(Dialect.class);

    static {
        ALL.put(Dialect.OPENAI_CHAT, new ChatCodec());
        ALL.put(Dialect.OLLAMA, new OllamaCodec());
        ALL.put(Dialect.TGI, new TgiCodec());
        ALL.put(Dialect.COHERE, new CohereCodec());
        ALL.put(Dialect.BEDROCK_CONVERSE, new ConverseCodec());
        ALL.put(Dialect.DASHSCOPE, new DashScopeCodec());
        ALL.put(Dialect.QIANFAN, new QianfanCodec());
        ALL.put(Dialect.OPENAI_RESPONSES, new ResponsesCodec());
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

    public static boolean speaks(Dialect dialect) {
        return ALL.containsKey(dialect);
    }
}
