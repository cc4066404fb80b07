package dev.sluice.dataplane.rehearsal;

import java.util.ArrayList;
import java.util.List;

/** What is played, in order: the calls that most nodes get first come first. */
final class Programme {
    static final String EMBEDDING = "embedding";

    /** Aliases by the dialect of what stands behind them. */
    static final List<String> CHATS = List.of("openai", "anthropic", "gemini");

    /**
     * One call.
     *
     * @param status of its answer
     * @param isKnown whether the caller shows its key
     */
    record Played(String path, String body, int status, boolean isKnown) {}

    private Programme() {}

    static List<Played> round() {
        var calls = new ArrayList<Played>();
        for (var stream : new boolean[] {false, true}) {
            for (var alias : CHATS) {
                calls.add(openAi(alias, stream));
                calls.add(anthropic(alias, stream));
                calls.add(gemini(alias, stream));
                calls.add(responses(alias, stream));
            }
        }
        calls.add(
                answered(
                        "/v1/embeddings",
                        "{\"model\":\"" + EMBEDDING + "\",\"input\":\"Good morning\"}"));
        calls.add(new Played("/v1/chat/completions", openAi("nobody", false).body(), 404, true));
        calls.add(new Played("/v1/chat/completions", openAi("openai", false).body(), 401, false));
        return calls;
    }

    private static Played answered(String path, String body) {
        return new Played(path, body, 200, true);
    }

    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},"
                    + "\"required\":[\"city\"]}";

    private static final String NAMED =
            "\"name\":\"weather\",\"description\":\"Tells the weather of a city\"";

    private static Played openAi(String alias, boolean stream) {
        return answered(
                "/v1/chat/completions",
                "{\"model\":\""
                        + alias
                        + "\",\"stream\":"
                        + stream
                        + ",\"temperature\":0.5,\"max_tokens\":100,\"messages\":["
                        + "{\"role\":\"system\",\"content\":\"Be brief.\"},"
                        + "{\"role\":\"user\",\"content\":\"Good morning, how are you?\"}],"
                        + "\"tools\":[{\"type\":\"function\",\"function\":{"
                        + NAMED
                        + ",\"parameters\":"
                        + SCHEMA
                        + "}}]}");
    }

    private static Played anthropic(String alias, boolean stream) {
        return answered(
                "/v1/messages",
                "{\"model\":\""
                        + alias
                        + "\",\"stream\":"
                        + stream
                        + ",\"max_tokens\":100,\"system\":\"Be brief.\",\"messages\":["
                        + "{\"role\":\"user\",\"content\":\"Good morning, how are you?\"}],"
                        + "\"tools\":[{"
                        + NAMED
                        + ",\"input_schema\":"
                        + SCHEMA
                        + "}]}");
    }

    private static Played gemini(String alias, boolean stream) {
        return answered(
                "/v1beta/models/"
                        + alias
                        + (stream ? ":streamGenerateContent?alt=sse" : ":generateContent"),
                "{\"systemInstruction\":{\"parts\":[{\"text\":\"Be brief.\"}]},\"contents\":["
                        + "{\"role\":\"user\",\"parts\":[{\"text\":\"Good morning\"}]}],"
                        + "\"generationConfig\":{\"maxOutputTokens\":100},"
                        + "\"tools\":[{\"functionDeclarations\":[{"
                        + NAMED
                        + ",\"parameters\":"
                        + SCHEMA
                        + "}]}]}");
    }

    private static Played responses(String alias, boolean stream) {
        return answered(
                "/v1/responses",
                "{\"model\":\""
                        + alias
                        + "\",\"stream\":"
                        + stream
                        + ",\"max_output_tokens\":100,\"instructions\":\"Be brief.\","
                        + "\"input\":\"Good morning, how are you?\",\"store\":false,"
                        + "\"tools\":[{\"type\":\"function\","
                        + NAMED
                        + ",\"parameters\":"
                        + SCHEMA
                        + "}]}");
    }
}
