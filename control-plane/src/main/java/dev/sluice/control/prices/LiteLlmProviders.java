package dev.sluice.control.prices;

import java.util.Map;
import java.util.Set;

/** The names that LiteLLM's map has for providers, and the rows of our table that they are. */
final class LiteLlmProviders {
    private static final Map<String, Set<String>> ROWS =
            Map.ofEntries(
                    Map.entry("openai", Set.of("openai", "openai-compatible")),
                    Map.entry("text-completion-openai", Set.of("openai", "openai-compatible")),
                    Map.entry("azure", Set.of("azure-openai")),
                    Map.entry("azure_text", Set.of("azure-openai")),
                    Map.entry("azure_ai", Set.of("azure-openai")),
                    Map.entry("anthropic", Set.of("anthropic")),
                    Map.entry("gemini", Set.of("gemini")),
                    Map.entry("bedrock", Set.of("bedrock")),
                    Map.entry("bedrock_converse", Set.of("bedrock")),
                    Map.entry("deepseek", Set.of("deepseek")),
                    Map.entry("dashscope", Set.of("dashscope", "dashscope-native")),
                    Map.entry("zai", Set.of("zhipu")),
                    Map.entry("volcengine", Set.of("ark")),
                    Map.entry("moonshot", Set.of("moonshot")),
                    Map.entry("minimax", Set.of("minimax")),
                    Map.entry("mistral", Set.of("mistral")),
                    Map.entry("codestral", Set.of("mistral")),
                    Map.entry("groq", Set.of("groq")),
                    Map.entry("xai", Set.of("xai")),
                    Map.entry("openrouter", Set.of("openrouter")),
                    Map.entry("cohere", Set.of("cohere")),
                    Map.entry("cohere_chat", Set.of("cohere")),
                    Map.entry("ollama", Set.of("ollama")),
                    Map.entry("ollama_chat", Set.of("ollama", "openai-compatible")),
                    Map.entry("hosted_vllm", Set.of("vllm", "openai-compatible")),
                    Map.entry("vllm", Set.of("vllm", "openai-compatible")));

    private LiteLlmProviders() {}

    /**
     * Whether an entry of theirs is about an upstream of ours. A server that merely speaks OpenAI's
     * dialect may be anybody's.
     */
    static boolean fits(String theirs, String ours) {
        if (theirs.startsWith("vertex_ai")) {
            return ours.equals("vertex");
        }
        return ROWS.getOrDefault(theirs, Set.of()).contains(ours)
                || (ours.equals("openai-compatible") && !ROWS.containsKey(theirs));
    }
}
