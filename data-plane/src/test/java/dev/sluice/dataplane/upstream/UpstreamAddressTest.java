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
        var row = Providers.find(provider);
        var path = row.paths().of(new CallTarget(row.dialect(), Operation.CHAT, "m", false));
        return (address.tls() ? "https://" : "http://") + address.name() + address.at(path);
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
        "anthropic,https://api.anthropic.com,https://api.anthropic.com:443/v1/messages",
        "anthropic,https://api.anthropic.com/v1/,https://api.anthropic.com:443/v1/messages",
        "anthropic,https://h/anthropic/v1/messages,https://h:443/anthropic/v1/messages",
        "vllm,http://gpu:8000/v1,http://gpu:8000/v1/chat/completions"
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

    @Test
    void takesTheRowsAddressWhereNoneIsGiven() {
        assertThat(chatUrl("dashscope", ""))
                .isEqualTo(
                        "https://dashscope.aliyuncs.com:443/compatible-mode/v1/chat/completions");
        assertThat(Providers.isServed("bedrock")).isFalse();
        assertThat(Providers.isKnown("bedrock")).isTrue();
        assertThat(Providers.isKnown("nonsense")).isFalse();
    }
}
