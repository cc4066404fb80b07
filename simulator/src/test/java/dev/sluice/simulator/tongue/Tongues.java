package dev.sluice.simulator.tongue;

import java.util.LinkedHashMap;
import java.util.Map;

/** Every dialect of chat that the simulator speaks. */
public final class Tongues {
    public static final Map<String, Tongue> ALL = new LinkedHashMap<>();

    static {
        ALL.put("openai-chat", new OpenAiTongue());
        ALL.put("anthropic", new AnthropicTongue());
        ALL.put("gemini events", new GeminiTongue(true));
        ALL.put("gemini array", new GeminiTongue(false));
        ALL.put("openai-responses", new ResponsesTongue());
        ALL.put("openai-completions", new CompletionsTongue());
        ALL.put("bedrock-converse", new ConverseTongue());
        ALL.put("cohere", new CohereTongue());
        ALL.put("dashscope", new DashScopeTongue(false, false));
        ALL.put("dashscope incremental", new DashScopeTongue(true, false));
        ALL.put("dashscope multimodal", new DashScopeTongue(true, true));
        ALL.put("qianfan", new QianfanTongue());
        ALL.put("ollama chat", new OllamaTongue(true));
        ALL.put("ollama generate", new OllamaTongue(false));
        ALL.put("tgi", new TgiTongue("/generate", "/generate_stream"));
        ALL.put("tgi at its root", new TgiTongue("/", "/"));
    }

    private Tongues() {}
}
