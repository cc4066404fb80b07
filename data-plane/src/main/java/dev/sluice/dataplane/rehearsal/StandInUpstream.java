package dev.sluice.dataplane.rehearsal;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/** Answers like the providers of the common dialects, always the same. */
final class StandInUpstream {
    private final HttpServer server;

    StandInUpstream(Vertx vertx) {
        this.server = vertx.createHttpServer().requestHandler(StandInUpstream::serve);
    }

    Future<String> listen() {
        return server.listen(0, "127.0.0.1").map(it -> "http://127.0.0.1:" + it.actualPort());
    }

    private static void serve(HttpServerRequest request) {
        request.body().onSuccess(body -> answer(request, body.toString()));
    }

    private static void answer(HttpServerRequest request, String body) {
        var path = request.uri();
        var streamed = body.contains("\"stream\":true") || path.contains(":streamGenerate");
        if (path.endsWith("/messages")) {
            send(request, streamed, ANTHROPIC, ANTHROPIC_STREAM);
        } else if (path.contains(":")) {
            send(request, streamed, GEMINI, GEMINI_STREAM);
        } else if (path.endsWith("/responses")) {
            send(request, streamed, RESPONSES, RESPONSES_STREAM);
        } else if (path.endsWith("/embeddings")) {
            send(request, false, EMBEDDINGS, List.of());
        } else {
            send(request, streamed, OPENAI, OPENAI_STREAM);
        }
    }

    private static void send(
            HttpServerRequest request, boolean streamed, String whole, List<String> frames) {
        var response = request.response();
        if (!streamed) {
            response.putHeader("content-type", "application/json").end(whole);
            return;
        }
        response.putHeader("content-type", "text/event-stream").setChunked(true);
        frames.forEach(frame -> response.write(Buffer.buffer(frame)));
        response.end();
    }

    private static String data(String json) {
        return "data: " + json + "\n\n";
    }

    private static String event(String type, String fields) {
        return "event: " + type + "\n" + data("{\"type\":\"" + type + "\"" + fields + "}");
    }

    private static final String OPENAI =
            """
            {"id":"r-1","object":"chat.completion","created":1760000000,"model":"rehearsal",\
            "choices":[{"index":0,"message":{"role":"assistant","content":"Good morning."},\
            "finish_reason":"stop"}],\
            "usage":{"prompt_tokens":20,"completion_tokens":4,"total_tokens":24}}\
            """;

    private static String openAiChunk(String choices, String more) {
        return data(
                "{\"id\":\"r-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                        + "\"model\":\"rehearsal\",\"choices\":["
                        + choices
                        + "]"
                        + more
                        + "}");
    }

    private static String openAiDelta(String delta, String finish) {
        return openAiChunk(
                "{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish + "}", "");
    }

    private static final List<String> OPENAI_STREAM =
            List.of(
                    openAiDelta("{\"role\":\"assistant\",\"content\":\"\"}", "null"),
                    openAiDelta("{\"content\":\"Good\"}", "null"),
                    openAiDelta("{\"content\":\" morning\"}", "null"),
                    openAiDelta("{\"content\":\".\"}", "null"),
                    openAiDelta("{}", "\"stop\""),
                    openAiChunk(
                            "",
                            ",\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":4,"
                                    + "\"total_tokens\":24}"),
                    "data: [DONE]\n\n");

    private static final String ANTHROPIC =
            """
            {"id":"msg_1","type":"message","role":"assistant","model":"rehearsal",\
            "content":[{"type":"text","text":"Good morning."}],"stop_reason":"end_turn",\
            "stop_sequence":null,"usage":{"input_tokens":20,"output_tokens":4}}\
            """;

    private static String anthropicDelta(String text) {
        return event(
                "content_block_delta",
                ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"" + text + "\"}");
    }

    private static final List<String> ANTHROPIC_STREAM =
            List.of(
                    event(
                            "message_start",
                            ",\"message\":{\"id\":\"msg_1\",\"type\":\"message\","
                                    + "\"role\":\"assistant\",\"model\":\"rehearsal\","
                                    + "\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,"
                                    + "\"usage\":{\"input_tokens\":20,\"output_tokens\":1}}"),
                    event(
                            "content_block_start",
                            ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}"),
                    anthropicDelta("Good"),
                    anthropicDelta(" morning"),
                    anthropicDelta("."),
                    event("content_block_stop", ",\"index\":0"),
                    event(
                            "message_delta",
                            ",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
                                    + "\"usage\":{\"output_tokens\":4}"),
                    event("message_stop", ""));

    private static String gemini(String text, String more) {
        return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\""
                + text
                + "\"}]},\"index\":0"
                + more
                + "}],\"usageMetadata\":{\"promptTokenCount\":20,\"candidatesTokenCount\":4,"
                + "\"totalTokenCount\":24},\"modelVersion\":\"rehearsal\","
                + "\"responseId\":\"r-1\"}";
    }

    private static final String GEMINI = gemini("Good morning.", ",\"finishReason\":\"STOP\"");

    private static final List<String> GEMINI_STREAM =
            List.of(
                    data(gemini("Good", "")),
                    data(gemini(" morning", "")),
                    data(gemini(".", ",\"finishReason\":\"STOP\"")));

    private static String response(String status, String output, String usage) {
        return "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1760000000,"
                + "\"model\":\"rehearsal\",\"status\":\""
                + status
                + "\",\"output\":["
                + output
                + "],\"usage\":"
                + usage
                + "}";
    }

    private static String message(String status, String content) {
        return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\""
                + status
                + "\",\"content\":["
                + content
                + "]}";
    }

    private static String outputText(String text) {
        return "{\"type\":\"output_text\",\"text\":\"" + text + "\",\"annotations\":[]}";
    }

    private static final String RESPONSES =
            response(
                    "completed",
                    message("completed", outputText("Good morning.")),
                    "{\"input_tokens\":20,\"output_tokens\":4,\"total_tokens\":24}");

    private static String outputEvent(String type, int number, String more) {
        return event(
                "response." + type,
                ",\"sequence_number\":" + number + ",\"output_index\":0" + more);
    }

    private static String outputDelta(int number, String text) {
        return outputEvent(
                "output_text.delta",
                number,
                ",\"item_id\":\"msg_1\",\"content_index\":0,\"delta\":\"" + text + "\"");
    }

    private static final List<String> RESPONSES_STREAM =
            List.of(
                    event(
                            "response.created",
                            ",\"sequence_number\":0,\"response\":"
                                    + response("in_progress", "", "null")),
                    outputEvent("output_item.added", 1, ",\"item\":" + message("in_progress", "")),
                    outputEvent(
                            "content_part.added",
                            2,
                            ",\"item_id\":\"msg_1\",\"content_index\":0,\"part\":"
                                    + outputText("")),
                    outputDelta(3, "Good"),
                    outputDelta(4, " morning"),
                    outputDelta(5, "."),
                    outputEvent(
                            "output_text.done",
                            6,
                            ",\"item_id\":\"msg_1\",\"content_index\":0,"
                                    + "\"text\":\"Good morning.\""),
                    outputEvent(
                            "content_part.done",
                            7,
                            ",\"item_id\":\"msg_1\",\"content_index\":0,\"part\":"
                                    + outputText("Good morning.")),
                    outputEvent(
                            "output_item.done",
                            8,
                            ",\"item\":" + message("completed", outputText("Good morning."))),
                    event(
                            "response.completed",
                            ",\"sequence_number\":9,\"response\":" + RESPONSES));

    private static final String EMBEDDINGS =
            """
            {"object":"list","data":[{"object":"embedding","index":0,\
            "embedding":[0.01,-0.02,0.03]}],"model":"rehearsal",\
            "usage":{"prompt_tokens":4,"total_tokens":4}}\
            """;
}
