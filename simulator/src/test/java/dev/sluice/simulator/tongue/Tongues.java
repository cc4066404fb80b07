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
    }

    private Tongues() {}
}
