package dev.sluice.simulator.tongue;

import static dev.sluice.simulator.tongue.Tongue.at;
import static dev.sluice.simulator.tongue.Tongue.is;

import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bedrock's Converse, its frames checked to the last byte. */
final class ConverseTongue implements Tongue {
    @Override
    public String path(String model, boolean stream) {
        return "/model/" + model + (stream ? "/converse-stream" : "/converse");
    }

    @Override
    public String request(String model, boolean stream, int cap) {
        return """
        {"system":[{"text":"Be brief."}],"inferenceConfig":{"maxTokens":%d},"messages":[
         {"role":"user","content":[{"text":"How high is it?"}]},
         {"role":"assistant","content":[{"text":"Two metres."}]},
         {"role":"user","content":[{"text":"And now?"}]}],
         "toolConfig":{"tools":[{"toolSpec":{"name":"gauge","inputSchema":{"json":{}}}}]}}\
        """
                .formatted(cap);
    }

    @Override
    public Said whole(JsonNode body) {
        is(at(body, "output", "message", "role").asString(), "assistant");
        Said said = new Said();
        for (JsonNode block : at(body, "output", "message", "content")) {
            if (block.has("reasoningContent")) {
                JsonNode text = at(block, "reasoningContent", "reasoningText");
                said.thoughts.append(at(text, "text").asString());
                is(at(text, "signature").asString().isEmpty(), false);
            } else if (block.has("toolUse")) {
                is(at(block, "toolUse", "input").isObject(), true);
                said.calls.add(
                        new Said.Call(
                                at(block, "toolUse", "name").asString(),
                                at(block, "toolUse", "input")));
            } else {
                said.text.append(at(block, "text").asString());
            }
        }
        said.end(at(body, "stopReason").asString(), "end_turn", "max_tokens", "tool_use");
        usage(said, body.path("usage"));
        is(at(body, "metrics", "latencyMs").isInt(), true);
        return said;
    }

    private static void usage(Said said, JsonNode usage) {
        if (usage.isObject()) {
            int cached = at(usage, "cacheReadInputTokens").asInt();
            int input = at(usage, "inputTokens").asInt() + cached;
            int output = at(usage, "outputTokens").asInt();
            is(at(usage, "totalTokens").asInt(), input + output);
            said.usage(input, output, cached);
        }
    }

    @Override
    public Said stream(String contentType, byte[] bytes) {
        Tongue.isOf(contentType, "application/vnd.amazon.eventstream");
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Stream stream = new Stream();
        while (in.hasRemaining()) {
            Map<String, String> headers = new HashMap<>();
            JsonNode payload = frame(in, headers);
            is(headers.get(":content-type"), "application/json");
            if (headers.get(":message-type").equals("exception")) {
                stream.said.error = headers.get(":exception-type");
                is(at(payload, "message").isString(), true);
                is(in.hasRemaining(), false);
            } else {
                is(headers.get(":message-type"), "event");
                stream.take(headers.get(":event-type"), payload, !in.hasRemaining());
            }
        }
        return stream.said;
    }

    private static JsonNode frame(ByteBuffer in, Map<String, String> headers) {
        int start = in.position();
        int length = in.getInt();
        int headersLength = in.getInt();
        checksum(in, start);
        int headersEnd = in.position() + headersLength;
        while (in.position() < headersEnd) {
            String name = text(in, in.get());
            is((int) in.get(), 7);
            headers.put(name, text(in, in.getShort()));
        }
        is(in.position(), headersEnd);
        String payload = text(in, start + length - 4 - headersEnd);
        checksum(in, start);
        return Tongue.json(payload);
    }

    private static void checksum(ByteBuffer in, int start) {
        CRC32 sum = new CRC32();
        sum.update(in.array(), start, in.position() - start);
        is(in.getInt(), (int) sum.getValue());
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static final class Stream {
        final Said said = new Said();
        private int blocks;
        private boolean open;
        private boolean signed;
        private @Nullable String call;
        private final StringBuilder arguments = new StringBuilder();

        void take(String type, JsonNode payload, boolean last) {
            is(said.end == null, !type.equals("metadata"));
            switch (type) {
                case "messageStart" -> is(at(payload, "role").asString(), "assistant");
                case "contentBlockStart" -> {
                    index(payload);
                    is(open, false);
                    open = true;
                    call = at(payload, "start", "toolUse", "name").asString();
                }
                case "contentBlockDelta" -> {
                    index(payload);
                    open = true;
                    delta(at(payload, "delta"));
                }
                case "contentBlockStop" -> {
                    index(payload);
                    is(open, true);
                    stop();
                }
                case "messageStop" -> {
                    is(open, false);
                    String why = at(payload, "stopReason").asString();
                    said.end(why, "end_turn", "max_tokens", "tool_use");
                }
                case "metadata" -> {
                    usage(said, payload.path("usage"));
                    is(last, true);
                }
                default -> throw new AssertionError("no event of this type: " + type);
            }
        }

        private void index(JsonNode payload) {
            is(at(payload, "contentBlockIndex").asInt(), blocks);
        }

        private void delta(JsonNode delta) {
            if (delta.has("toolUse")) {
                is(call != null, true);
                arguments.append(at(delta, "toolUse", "input").asString());
            } else if (delta.has("reasoningContent")) {
                JsonNode content = at(delta, "reasoningContent");
                is(signed, false);
                signed = content.has("signature");
                said.thoughts.append(content.path("text").asString(""));
            } else {
                said.text.append(at(delta, "text").asString());
            }
        }

        private void stop() {
            if (call != null) {
                said.calls.add(new Said.Call(call, Tongue.json(arguments.toString())));
            }
            call = null;
            signed = false;
            arguments.setLength(0);
            open = false;
            blocks++;
        }
    }

    @Override
    public String error(int status, HttpHeaders headers, JsonNode body) {
        is(at(body, "message").isString(), true);
        return headers.firstValue("x-amzn-errortype").orElse("").replaceFirst(":.*", "");
    }

    @Override
    public String tooMany() {
        return "ThrottlingException";
    }
}
