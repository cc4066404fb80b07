package dev.sluice.dataplane.upstream.provider;

import static dev.sluice.model.route.Dialect.ANTHROPIC;
import static dev.sluice.model.route.Dialect.BEDROCK_CONVERSE;
import static dev.sluice.model.route.Dialect.COHERE;
import static dev.sluice.model.route.Dialect.DASHSCOPE;
import static dev.sluice.model.route.Dialect.GEMINI;
import static dev.sluice.model.route.Dialect.OLLAMA;
import static dev.sluice.model.route.Dialect.OPENAI_CHAT;
import static dev.sluice.model.route.Dialect.QIANFAN;
import static dev.sluice.model.route.Dialect.TGI;

import dev.sluice.dataplane.upstream.provider.auth.Authorizer;
import dev.sluice.dataplane.upstream.provider.auth.AwsSignature;
import dev.sluice.dataplane.upstream.provider.auth.Exchanges;
import dev.sluice.dataplane.upstream.provider.auth.QueryToken;
import dev.sluice.model.route.TokenSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The provider table. A provider that speaks a known dialect is one row here and nothing else. */
public final class Providers {
    private static final Map<String, Integer> GOOGLE_CODES =
            Map.of("API_KEY_INVALID", 401, "RESOURCE_EXHAUSTED", 429, "PERMISSION_DENIED", 403);

    private static final Map<String, Integer> DASHSCOPE_CODES =
            Map.of("Arrearage", 402, "InvalidApiKey", 401, "Throttling", 429);

    private static final Map<String, Integer> ZHIPU_CODES =
            Map.of("1113", 402, "1304", 402, "1302", 429, "1303", 429, "1305", 503);

    private static final Map<String, Integer> QIANFAN_CODES =
            Map.ofEntries(
                    Map.entry("1", 500),
                    Map.entry("2", 503),
                    Map.entry("4", 429),
                    Map.entry("6", 403),
                    Map.entry("13", 401),
                    Map.entry("14", 401),
                    Map.entry("15", 401),
                    Map.entry("17", 402),
                    Map.entry("18", 429),
                    Map.entry("19", 402),
                    // With the next token the call may go through.
                    Map.entry("100", 503),
                    Map.entry("110", 503),
                    Map.entry("111", 503),
                    Map.entry("336100", 503),
                    Map.entry("336104", 429),
                    Map.entry("336501", 429),
                    Map.entry("336502", 429));

    private static final Map<String, Integer> AWS_CODES =
            Map.of(
                    "ServiceQuotaExceededException", 429,
                    "ThrottlingException", 429,
                    "ModelNotReadyException", 429,
                    "ModelErrorException", 502,
                    "ModelTimeoutException", 504,
                    "ModelStreamErrorException", 502);

    private static final List<Provider> ROWS =
            Stream.of(
                            Row.hosted("openai", OPENAI_CHAT, "https://api.openai.com/v1")
                                    .instancePath("/v1")
                                    .capField("max_completion_tokens")
                                    .models(RulesOfRows.OPENAI),
                            Row.selfHosted("openai-compatible", OPENAI_CHAT),
                            Row.ofCustomer("azure-openai", OPENAI_CHAT)
                                    .auth(Authorizer.API_KEY)
                                    .paths(Paths.AZURE)
                                    .models(RulesOfRows.OPENAI),
                            Row.hosted("anthropic", ANTHROPIC, "https://api.anthropic.com")
                                    .auth(Authorizer.X_API_KEY)
                                    .rules(RulesOfRows.ONE_AT_MOST),
                            Row.hosted(
                                            "gemini",
                                            GEMINI,
                                            "https://generativelanguage.googleapis.com")
                                    .at(
                                            OPENAI_CHAT,
                                            "https://generativelanguage.googleapis.com/v1beta/openai")
                                    .auth(Authorizer.GOOGLE_KEY)
                                    .rules(RulesOfRows.GEMINI)
                                    .statuses(GOOGLE_CODES),
                            Row.ofCustomer("vertex", GEMINI)
                                    .auth(Authorizer.GOOGLE_TOKEN)
                                    .exchange(Exchanges.of(TokenSource.Type.GCP_SERVICE_ACCOUNT))
                                    .paths(Paths.VERTEX)
                                    .rules(RulesOfRows.GEMINI)
                                    .statuses(GOOGLE_CODES),
                            Row.hosted(
                                            "bedrock",
                                            BEDROCK_CONVERSE,
                                            "https://bedrock-runtime.us-east-1.amazonaws.com")
                                    .auth(new AwsSignature("bedrock"))
                                    .rules(RulesOfRows.ONE_AT_MOST)
                                    .statuses(AWS_CODES),
                            Row.hosted("deepseek", OPENAI_CHAT, "https://api.deepseek.com")
                                    .at(ANTHROPIC, "https://api.deepseek.com/anthropic")
                                    .rules(RulesOfRows.JSON_ONLY)
                                    .models(RulesOfRows.DEEPSEEK),
                            Row.hosted(
                                            "dashscope",
                                            OPENAI_CHAT,
                                            "https://dashscope.aliyuncs.com/compatible-mode/v1")
                                    .rules(RulesOfRows.DASHSCOPE)
                                    .statuses(DASHSCOPE_CODES),
                            Row.hosted(
                                            "dashscope-native",
                                            DASHSCOPE,
                                            "https://dashscope.aliyuncs.com")
                                    .rules(RulesOfRows.DASHSCOPE)
                                    .statuses(DASHSCOPE_CODES),
                            Row.hosted("qianfan", OPENAI_CHAT, "https://qianfan.baidubce.com/v2")
                                    .at(ANTHROPIC, "https://qianfan.baidubce.com/anthropic")
                                    .rules(RulesOfRows.QIANFAN),
                            Row.hosted("qianfan-v1", QIANFAN, "https://aip.baidubce.com")
                                    .auth(new QueryToken())
                                    .exchange(Exchanges.of(TokenSource.Type.QIANFAN))
                                    .capField("max_output_tokens")
                                    .rules(RulesOfRows.QIANFAN_V1)
                                    .statuses(QIANFAN_CODES),
                            Row.hosted("zhipu", OPENAI_CHAT, "https://open.bigmodel.cn/api/paas/v4")
                                    .at(ANTHROPIC, "https://open.bigmodel.cn/api/anthropic")
                                    .rules(RulesOfRows.ZHIPU)
                                    .statuses(ZHIPU_CODES),
                            Row.hosted(
                                    "ark", OPENAI_CHAT, "https://ark.cn-beijing.volces.com/api/v3"),
                            Row.hosted("moonshot", OPENAI_CHAT, "https://api.moonshot.cn/v1")
                                    .at(ANTHROPIC, "https://api.moonshot.cn/anthropic")
                                    .rules(RulesOfRows.MOONSHOT_V1)
                                    .models(RulesOfRows.MOONSHOT),
                            Row.hosted("minimax", OPENAI_CHAT, "https://api.minimaxi.com/v1")
                                    .at(ANTHROPIC, "https://api.minimaxi.com/anthropic")
                                    .rules(RulesOfRows.MINIMAX),
                            Row.hosted("mistral", OPENAI_CHAT, "https://api.mistral.ai/v1")
                                    .withoutStreamOptions()
                                    .rules(RulesOfRows.MISTRAL),
                            Row.hosted("groq", OPENAI_CHAT, "https://api.groq.com/openai/v1")
                                    .rules(RulesOfRows.GROQ),
                            Row.hosted("xai", OPENAI_CHAT, "https://api.x.ai/v1")
                                    .models(RulesOfRows.XAI),
                            Row.hosted("openrouter", OPENAI_CHAT, "https://openrouter.ai/api/v1"),
                            Row.hosted("cohere", COHERE, "https://api.cohere.com")
                                    .at(OPENAI_CHAT, "https://api.cohere.ai/compatibility/v1")
                                    .rules(RulesOfRows.COHERE),
                            Row.selfHosted("vllm", OPENAI_CHAT).models(RulesOfRows.SELF_HOSTED),
                            Row.selfHosted("sglang", OPENAI_CHAT).models(RulesOfRows.SELF_HOSTED),
                            Row.selfHosted("tgi", TGI)
                                    .rules(RulesOfRows.TGI)
                                    .capField("max_new_tokens"),
                            Row.selfHosted("ollama", OLLAMA).capField("num_predict"))
                    .map(Row::done)
                    .toList();

    private static final Map<String, Provider> BY_NAME =
            ROWS.stream()
                    .collect(Collectors.toUnmodifiableMap(Provider::name, Function.identity()));

    private static final Set<String> NOT_YET = Set.of("grpc-oip");

    private Providers() {}

    /** Every row, in the order in which people look for them. */
    public static List<Provider> all() {
        return ROWS;
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
