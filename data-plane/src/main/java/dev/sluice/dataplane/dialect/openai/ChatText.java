package dev.sluice.dataplane.dialect.openai;

import java.nio.charset.StandardCharsets;

/** Field names and fixed texts of the dialect, as bytes. */
public final class ChatText {
    public static final byte[] MODEL = ascii("model");
    public static final byte[] CHOICES = ascii("choices");
    public static final byte[] USAGE = ascii("usage");
    public static final byte[] X_GROQ = ascii("x_groq");
    public static final byte[] ERROR = ascii("error");
    public static final byte[] ID = ascii("id");
    public static final byte[] SERVICE_TIER = ascii("service_tier");
    public static final byte[] CREATED = ascii("created");
    public static final byte[] INDEX = ascii("index");
    public static final byte[] DELTA = ascii("delta");
    public static final byte[] MESSAGE = ascii("message");
    public static final byte[] FINISH_REASON = ascii("finish_reason");
    public static final byte[] CONTENT = ascii("content");
    public static final byte[] REFUSAL = ascii("refusal");
    public static final byte[] REASONING = ascii("reasoning");
    public static final byte[] REASONING_CONTENT = ascii("reasoning_content");
    public static final byte[] REASONING_TEXT = ascii("reasoning_text");
    public static final byte[] TOOL_CALLS = ascii("tool_calls");
    public static final byte[] FUNCTION_CALL = ascii("function_call");
    public static final byte[] FUNCTION = ascii("function");
    public static final byte[] ARGUMENTS = ascii("arguments");
    public static final byte[] CUSTOM = ascii("custom");
    public static final byte[] AUDIO = ascii("audio");

    public static final byte[] NULL = ascii("null");
    public static final byte[] DONE = ascii("[DONE]");
    public static final byte[] DATA = ascii("data: ");
    public static final byte[] FRAME_END = ascii("\n\n");

    private ChatText() {}

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
