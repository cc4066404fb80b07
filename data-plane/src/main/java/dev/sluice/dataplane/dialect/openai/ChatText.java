package dev.sluice.dataplane.dialect.openai;

import java.nio.charset.StandardCharsets;

/** Field names and fixed texts of the dialect, as bytes. */
final class ChatText {
    static final byte[] MODEL = ascii("model");
    static final byte[] CHOICES = ascii("choices");
    static final byte[] USAGE = ascii("usage");
    static final byte[] X_GROQ = ascii("x_groq");
    static final byte[] ERROR = ascii("error");
    static final byte[] ID = ascii("id");
    static final byte[] CREATED = ascii("created");
    static final byte[] INDEX = ascii("index");
    static final byte[] DELTA = ascii("delta");
    static final byte[] MESSAGE = ascii("message");
    static final byte[] FINISH_REASON = ascii("finish_reason");
    static final byte[] CONTENT = ascii("content");
    static final byte[] REFUSAL = ascii("refusal");
    static final byte[] REASONING = ascii("reasoning");
    static final byte[] REASONING_CONTENT = ascii("reasoning_content");
    static final byte[] REASONING_TEXT = ascii("reasoning_text");
    static final byte[] TOOL_CALLS = ascii("tool_calls");
    static final byte[] FUNCTION_CALL = ascii("function_call");
    static final byte[] FUNCTION = ascii("function");
    static final byte[] CUSTOM = ascii("custom");
    static final byte[] AUDIO = ascii("audio");

    static final byte[] NULL = ascii("null");
    static final byte[] DONE = ascii("[DONE]");
    static final byte[] DATA = ascii("data: ");
    static final byte[] FRAME_END = ascii("\n\n");

    private ChatText() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
