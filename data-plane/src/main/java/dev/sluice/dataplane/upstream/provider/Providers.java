package dev.sluice.dataplane.upstream.provider;

import dev.sluice.model.route.Dialect;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The provider table. A provider that speaks a known dialect is one row here and nothing else. */
public final class Providers {
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";

    private static final List<Provider> ROWS =
            List.of(
                    new Provider(
                            "openai",
                            Dialect.OPENAI_CHAT,
                            "https://api.openai.com/v1",
                            "/v1",
                            true,
                            true,
                            MAX_COMPLETION_TOKENS,
                            Authorizer.BEARER,
                            Paths.OF_DIALECT),
                    selfHosted("openai-compatible"),
                    new Provider(
                            "anthropic",
                            Dialect.ANTHROPIC,
                            "https://api.anthropic.com",
                            "",
                            true,
                            false,
                            MAX_TOKENS,
                            Authorizer.X_API_KEY,
                            Paths.OF_DIALECT),
                    hosted("deepseek", "https://api.deepseek.com"),
                    hosted("dashscope", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
                    hosted("zhipu", "https://open.bigmodel.cn/api/paas/v4"),
                    hosted("ark", "https://ark.cn-beijing.volces.com/api/v3"),
                    hosted("moonshot", "https://api.moonshot.cn/v1"),
                    hosted("minimax", "https://api.minimaxi.com/v1"),
                    withoutStreamOptions("mistral", "https://api.mistral.ai/v1"),
                    hosted("groq", "https://api.groq.com/openai/v1"),
                    hosted("xai", "https://api.x.ai/v1"),
                    hosted("openrouter", "https://openrouter.ai/api/v1"),
                    selfHosted("vllm"),
                    selfHosted("sglang"),
                    google("gemini", "https://generativelanguage.googleapis.com"),
                    google("vertex", null));

    private static final Map<String, Provider> BY_NAME =
            ROWS.stream()
                    .collect(Collectors.toUnmodifiableMap(Provider::name, Function.identity()));

    private static final Set<String> NOT_YET =
            Set.of(
                    "azure-openai",
                    "bedrock",
                    "dashscope-native",
                    "qianfan",
                    "qianfan-v1",
                    "cohere",
                    "tgi",
                    "ollama",
                    "grpc-oip");

    private Providers() {}

    private static Provider hosted(String name, String baseUrl) {
        return new Provider(
                name,
                Dialect.OPENAI_CHAT,
                baseUrl,
                "",
                true,
                true,
                MAX_TOKENS,
                Authorizer.BEARER,
                Paths.OF_DIALECT);
    }

    /** Gives usage on the last chunk by itself and refuses to be asked for it. */
    private static Provider withoutStreamOptions(String name, String baseUrl) {
        return new Provider(
                name,
                Dialect.OPENAI_CHAT,
                baseUrl,
                "",
                true,
                false,
                MAX_TOKENS,
                Authorizer.BEARER,
                Paths.OF_DIALECT);
    }

    /** Vertex AI stands under a project and a location, which the upstream's address names. */
    private static Provider google(String name, @Nullable String baseUrl) {
        var isVertex = baseUrl == null;
        return new Provider(
                name,
                Dialect.GEMINI,
                baseUrl,
                "",
                true,
                false,
                "maxOutputTokens",
                isVertex ? Authorizer.BEARER : Authorizer.GOOGLE_KEY,
                isVertex ? Paths.OF_VERTEX : Paths.OF_DIALECT);
    }

    private static Provider selfHosted(String name) {
        return new Provider(
                name,
                Dialect.OPENAI_CHAT,
                null,
                "/v1",
                false,
                true,
                MAX_TOKENS,
                Authorizer.BEARER,
                Paths.OF_DIALECT);
    }

    public static @Nullable Provider find(String name) {
        return BY_NAME.get(name);
    }

    /** Whether calls can be sent to upstreams of this provider. */
    public static boolean isServed(String name) {
        return BY_NAME.containsKey(name);
    }

    /** Whether the name is one of the config file's, served or not. */
    public static boolean isKnown(String name) {
        return isServed(name) || NOT_YET.contains(name);
    }
}
