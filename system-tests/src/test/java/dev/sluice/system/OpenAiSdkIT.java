package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.NotFoundException;
import com.openai.errors.PermissionDeniedException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.models.Model;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The official OpenAI client works by base URL and key alone. */
@OnNodes(1)
@Order(10)
class OpenAiSdkIT {
    private Stack stack;
    private OpenAIClient client;

    @BeforeEach
    void connect(Stack running) {
        stack = running;
        client = client(running.key("acme/web/main"));
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    private OpenAIClient client(String key) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(stack.file().gateway().getFirst() + "/v1")
                .apiKey(key)
                .maxRetries(0)
                .build();
    }

    private static ChatCompletionCreateParams.Builder ask(String alias, String prompt) {
        return ChatCompletionCreateParams.builder().model(alias).addUserMessage(prompt);
    }

    @Test
    void completesAChat() {
        ChatCompletion reply =
                client.chat().completions().create(ask("chat", "#sim tokens=4").build());

        assertThat(reply.choices().getFirst().message().content())
                .contains(" the river runs through");
        assertThat(reply.choices().getFirst().finishReason())
                .isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        assertThat(reply.model()).isEqualTo("chat");
        assertThat(reply.usage().orElseThrow().completionTokens()).isEqualTo(4);
    }

    @Test
    void streamsAChatWithUsage() {
        ChatCompletionCreateParams params =
                ask("chat", "#sim tokens=5,pace=2ms")
                        .streamOptions(
                                ChatCompletionStreamOptions.builder().includeUsage(true).build())
                        .build();
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(params)) {
            List<ChatCompletionChunk> chunks = stream.stream().toList();

            String text =
                    chunks.stream()
                            .flatMap(chunk -> chunk.choices().stream())
                            .map(choice -> choice.delta().content().orElse(""))
                            .collect(Collectors.joining());
            assertThat(text).isEqualTo(" the river runs through a");
            assertThat(chunks).allMatch(chunk -> chunk.model().equals("chat"));
            assertThat(chunks.getLast().usage().orElseThrow().completionTokens()).isEqualTo(5);
        }
    }

    @Test
    void streamsWithoutUsageWhenNobodyAskedForIt() {
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(ask("chat", "#sim tokens=3").build())) {
            List<ChatCompletionChunk> chunks = stream.stream().toList();

            assertThat(chunks).noneMatch(chunk -> chunk.usage().isPresent());
            assertThat(chunks).noneMatch(chunk -> chunk.choices().isEmpty());
        }
    }

    @Test
    void embeds() {
        CreateEmbeddingResponse reply =
                client.embeddings()
                        .create(
                                EmbeddingCreateParams.builder()
                                        .model("embed")
                                        .inputOfArrayOfStrings(List.of("water", "wheel"))
                                        .build());

        assertThat(reply.data()).hasSize(2);
        assertThat(reply.data().getFirst().embedding()).hasSize(64);
        assertThat(reply.usage().promptTokens()).isEqualTo(4);
    }

    @Test
    void listsOnlyTheAliasesOfTheKey() {
        List<String> ids = client.models().list().autoPager().stream().map(Model::id).toList();

        assertThat(ids).containsExactlyInAnyOrder("chat", "embed", "flood");
    }

    @Test
    void raisesTheClientsOwnErrorTypes() {
        try (OpenAIClientCloser stranger = new OpenAIClientCloser(client("ak_nonsense"))) {
            assertThatThrownBy(() ->
                            stranger.client().chat().completions().create(ask("chat", "x").build()))
                    .isInstanceOf(UnauthorizedException.class);
        }
        assertThatThrownBy(
                        () -> client.chat().completions().create(ask("no-such-alias", "x").build()))
                .isInstanceOfSatisfying(
                        NotFoundException.class,
                        error -> assertThat(error.code()).contains("model_not_found"));
        assertThatThrownBy(() -> client.chat().completions().create(ask("costly", "x").build()))
                .isInstanceOf(PermissionDeniedException.class);
        assertThatThrownBy(() ->
                        client.chat()
                                .completions()
                                .create(
                                        ask("chat", "#sim status=400,code=bad_thing,message=no")
                                                .build()))
                .isInstanceOfSatisfying(
                        BadRequestException.class,
                        error -> assertThat(error.code()).contains("bad_thing"));
        assertThatThrownBy(() ->
                        client.chat().completions().create(ask("chat", "#sim status=500").build()))
                .isInstanceOf(InternalServerException.class);
    }

    @Test
    void raisesARateLimitErrorThatSaysWhenToComeBack() {
        try (OpenAIClientCloser limited =
                new OpenAIClientCloser(client(stack.key("acme/limited/main")))) {
            limited.client().chat().completions().create(ask("chat", "#sim tokens=1").build());
            limited.client().chat().completions().create(ask("chat", "#sim tokens=1").build());

            assertThatThrownBy(() ->
                            limited.client().chat().completions().create(ask("chat", "x").build()))
                    .isInstanceOfSatisfying(
                            RateLimitException.class,
                            error -> {
                                assertThat(error.code()).contains("rate_limit_exceeded");
                                assertThat(error.headers().values("Retry-After")).isNotEmpty();
                            });
        }
    }

    private record OpenAIClientCloser(OpenAIClient client) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
        }
    }
}
