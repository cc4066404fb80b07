package dev.sluice.dataplane.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.upstream.provider.CallTarget;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.Upstream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpstreamAddressTest {
    private static String chatUrl(String provider, String config) {
        var upstream =
                SluiceJson.mapper()
                        .readValue(
                                "{\"name\":\"u\",\"provider\":\"" + provider + "\"" + config + "}",
                                Upstream.class);
        var address = UpstreamAddress.of(upstream, Providers.find(provider)).getFirst();
        return (address.tls() ? "https://" : "http://")
                + address.name()
                + Providers.find(provider)
                        .paths()
                        .of(
                                address.base(),
                                new CallTarget(
                                        upstream.dialect() == null
                                                ? Providers.find(provider).dialect()
                                                : upstream.dialect(),
                                        Operation.CHAT,
                                        "m",
                                        false,
                                        ""));
    }

    @ParameterizedTest
    @CsvSource({
        "openai,https://api.openai.com/v1,https://api.openai.com:443/v1/chat/completions",
        "openai,https://api.openai.com/v1/,https://api.openai.com:443/v1/chat/completions",
        "openai,https://api.openai.com,https://api.openai.com:443/v1/chat/completions",
        "openai,api.openai.com/v1,https://api.openai.com:443/v1/chat/completions",
        "openai,https://api.openai.com/v1/chat/completions,https://api.openai.com:443/v1/chat/completions",
        "openai,https://h/v1/chat/completions/?api-version=1,https://h:443/v1/chat/completions",
        "openai,http://127.0.0.1:24000,http://127.0.0.1:24000/chat/completions",
        "deepseek,https://api.deepseek.com/,https://api.deepseek.com:443/chat/completions",
        "zhipu,https://open.bigmodel.cn/api/paas/v4/,https://open.bigmodel.cn:443/api/paas/v4/chat/completions",
        "vllm,http://gpu:8000/v1,http://gpu:8000/v1/chat/completions",
        "anthropic,https://api.anthropic.com/v1,https://api.anthropic.com:443/v1/messages",
        "anthropic,https://h/v1/messages,https://h:443/v1/messages",
        "gemini,https://h/v1beta/models/x:generateContent,https://h:443/v1beta/models/m:generateContent",
        "dashscope-native,https://dashscope.aliyuncs.com/api/v1,https://dashscope.aliyuncs.com:443/api/v1/services/aigc/text-generation/generation",
        "qianfan-v1,https://h/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions,https://h:443/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/m",
        "ollama,http://h:11434/api/chat,http://h:11434/api/chat",
        "ollama,http://h:11434,http://h:11434/api/chat",
        "tgi,http://h:80/generate_stream,http://h:80/generate",
        "cohere,https://api.cohere.com/v2,https://api.cohere.com:443/v2/chat",
        "bedrock,https://bedrock-runtime.eu-west-1.amazonaws.com/model/x/converse,https://bedrock-runtime.eu-west-1.amazonaws.com:443/model/m/converse",
        "azure-openai,https://r.openai.azure.com,https://r.openai.azure.com:443/openai/deployments/m/chat/completions?api-version=2024-10-21",
        "azure-openai,https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01,https://r.openai.azure.com:443/openai/deployments/d/chat/completions?api-version=2025-01-01",
        "azure-openai,https://r.openai.azure.com/openai/v1/,https://r.openai.azure.com:443/openai/v1/chat/completions",
        "azure-openai,https://r.services.ai.azure.com/models,https://r.services.ai.azure.com:443/models/chat/completions?api-version=2024-05-01-preview",
        "vertex,https://h/v1/projects/p/locations/l,https://h:443/v1/projects/p/locations/l/publishers/google/models/m:generateContent"
    })
    void understandsWhatPeoplePaste(String provider, String baseUrl, String url) {
        assertThat(chatUrl(provider, ",\"baseUrl\":\"" + baseUrl + "\"")).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.1:8000,http://10.0.0.1:8000/v1/chat/completions",
        "http://10.0.0.1:8000/,http://10.0.0.1:8000/v1/chat/completions",
        "http://10.0.0.1:8000/v1,http://10.0.0.1:8000/v1/chat/completions"
    })
    void addsTheRowsPathToAnInstance(String instance, String url) {
        assertThat(chatUrl("vllm", ",\"instances\":[\"" + instance + "\"]")).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "openai,openai-responses,https://api.openai.com:443/v1/responses",
        "deepseek,anthropic,https://api.deepseek.com:443/anthropic/v1/messages",
        "cohere,openai-chat,https://api.cohere.ai:443/compatibility/v1/chat/completions"
    })
    void goesWhereAnotherDialectIsSpoken(String provider, String dialect, String url) {
        assertThat(chatUrl(provider, ",\"dialect\":\"" + dialect + "\"")).isEqualTo(url);
    }

    @Test
    void addsTheRowsPathOnlyForDialectsThatHaveIt() {
        var instances = ",\"instances\":[\"http://h:8000\"]";
        assertThat(chatUrl("tgi", instances)).isEqualTo("http://h:8000/generate");
        assertThat(chatUrl("tgi", instances + ",\"dialect\":\"openai-chat\""))
                .isEqualTo("http://h:8000/v1/chat/completions");
        assertThat(chatUrl("vllm", instances + ",\"dialect\":\"anthropic\""))
                .isEqualTo("http://h:8000/v1/messages");
    }

    @Test
    void takesTheRowsAddressWhereNoneIsGiven() {
        assertThat(chatUrl("dashscope", ""))
                .isEqualTo(
                        "https://dashscope.aliyuncs.com:443/compatible-mode/v1/chat/completions");
        assertThat(Providers.isServed("grpc-oip")).isFalse();
        assertThat(Providers.isKnown("grpc-oip")).isTrue();
        assertThat(Providers.isKnown("nonsense")).isFalse();
    }
}
