package dev.sluice.bench;

import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A call whose answer begins and then stands still, as a caller of one dialect makes it.
 *
 * @param alias whose upstream tells whether the call is translated
 */
record HeldStream(Door door, String alias, int promptBytes) {
    /** So much comes at once, so that every buffer of the way has been used. */
    private static final String SCRIPT = "tokens=4000,stall-after=300";

    private static final int MOST_TOKENS = 4_000;

    /** Whose words the caller speaks. */
    enum Door {
        OPENAI,
        RESPONSES,
        ANTHROPIC,
        GEMINI
    }

    static List<HeldStream> all(String openAi, String anthropic) {
        return List.of(
                new HeldStream(Door.OPENAI, openAi, 200),
                new HeldStream(Door.OPENAI, openAi, 4_096),
                new HeldStream(Door.OPENAI, openAi, 40_000),
                new HeldStream(Door.ANTHROPIC, openAi, 200),
                new HeldStream(Door.ANTHROPIC, openAi, 4_096),
                new HeldStream(Door.ANTHROPIC, openAi, 40_000),
                new HeldStream(Door.GEMINI, openAi, 200),
                new HeldStream(Door.GEMINI, openAi, 4_096),
                new HeldStream(Door.RESPONSES, openAi, 4_096),
                new HeldStream(Door.OPENAI, anthropic, 4_096),
                new HeldStream(Door.ANTHROPIC, anthropic, 4_096));
    }

    String uri() {
        return switch (door) {
            case OPENAI -> "/v1/chat/completions";
            case RESPONSES -> "/v1/responses";
            case ANTHROPIC -> "/v1/messages";
            case GEMINI -> "/v1beta/models/" + alias + ":streamGenerateContent?alt=sse";
        };
    }

    byte[] body() {
        var prompt = Workload.prompt(SCRIPT, promptBytes);
        Map<String, Object> said = Map.of("role", "user", "content", prompt);
        Map<String, Object> body =
                switch (door) {
                    case OPENAI, ANTHROPIC ->
                            Map.of(
                                    "model",
                                    alias,
                                    "stream",
                                    true,
                                    "max_tokens",
                                    MOST_TOKENS,
                                    "messages",
                                    List.of(said));
                    case RESPONSES ->
                            Map.of(
                                    "model",
                                    alias,
                                    "stream",
                                    true,
                                    "max_output_tokens",
                                    MOST_TOKENS,
                                    "input",
                                    List.of(said));
                    case GEMINI ->
                            Map.of(
                                    "contents",
                                    List.of(
                                            Map.of(
                                                    "role",
                                                    "user",
                                                    "parts",
                                                    List.of(Map.of("text", prompt)))),
                                    "generationConfig",
                                    Map.of("maxOutputTokens", MOST_TOKENS));
                };
        return SluiceJson.mapper().writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
    }
}
