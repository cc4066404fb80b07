package dev.sluice.system.sdk;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import dev.sluice.model.json.SluiceJson;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;

/** What the drivers of openai-java share: a client for each key, errors, JSON. */
final class OpenAiClients implements AutoCloseable {
    private final Map<String, OpenAIClient> clients = new HashMap<>();

    OpenAIClient of(Ask ask) {
        return clients.computeIfAbsent(
                ask.key(),
                key ->
                        OpenAIOkHttpClient.builder()
                                .baseUrl(ask.gateway() + "/v1")
                                .apiKey(key)
                                .maxRetries(0)
                                .build());
    }

    static Sdk.Fault fault(Throwable error) {
        String kind =
                switch (error) {
                    case UnauthorizedException _ -> "unauthorized";
                    case NotFoundException _ -> "not found";
                    case BadRequestException _ -> "bad request";
                    case RateLimitException _ -> "rate limit";
                    case InternalServerException _ -> "server";
                    default -> error.toString();
                };
        if (error instanceof OpenAIServiceException said) {
            String retryAfter =
                    said.headers().values("Retry-After").stream().findFirst().orElse("");
            return new Sdk.Fault(
                    kind, said.statusCode(), retryAfter, String.valueOf(error.getMessage()));
        }
        return new Sdk.Fault(kind, 0, "", String.valueOf(error.getMessage()));
    }

    static Map<String, JsonValue> json(Map<String, Object> fields) {
        return fields.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> JsonValue.from(e.getValue())));
    }

    static Map<String, Object> arguments(String text) {
        return SluiceJson.mapper().readValue(text, new TypeReference<Map<String, Object>>() {});
    }

    static String text(Map<String, Object> arguments) {
        return SluiceJson.mapper().writeValueAsString(arguments);
    }

    @Override
    public void close() {
        clients.values().forEach(OpenAIClient::close);
    }
}
