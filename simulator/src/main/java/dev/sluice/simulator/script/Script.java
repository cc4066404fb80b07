package dev.sluice.simulator.script;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that a script decides about one call. */
public record Script(
        Pace pace,
        Content content,
        Usage usage,
        Framing framing,
        boolean done,
        boolean headNow,
        int batch,
        Fault fault,
        Answer answer) {

    /** Times in microseconds: before the first content, between two pieces of content. */
    public record Pace(long ttftUs, long tokenUs) {}

    /** What is said; {@code tokens} is null when the call's own cap or the default decides. */
    public record Content(
            @Nullable Integer tokens,
            int reasoningTokens,
            int widthBytes,
            int toolCalls,
            @Nullable String say,
            boolean echo,
            boolean retell,
            boolean ignoreCap,
            int dimensions) {}

    /** What is reported; a null figure is the true one. */
    public record Usage(
            UsageMode mode,
            @Nullable Integer promptTokens,
            @Nullable Integer completionTokens,
            int cachedTokens) {}

    /** The outer form of the answer: extra headers, and a body that replaces the usual one. */
    public record Answer(
            Map<String, String> headers,
            @Nullable String body,
            String contentType,
            @Nullable String message,
            @Nullable String code,
            @Nullable String type,
            @Nullable String servedModel) {}

    public static final Script DEFAULT = from(Map.of());

    /** {@code words} as {@link ScriptText} gives them; an unknown word is an error, not ignored. */
    public static Script from(Map<String, String> words) {
        ScriptWords in = new ScriptWords(words);
        Script script =
                new Script(
                        new Pace(in.micros("ttft"), in.micros("pace")),
                        new Content(
                                in.number("tokens"),
                                in.numberOr("reasoning", 0),
                                in.numberOr("width", 0),
                                in.numberOr("tools", 0),
                                in.text("say"),
                                in.flag("echo"),
                                in.flag("retell"),
                                in.flag("ignore-cap"),
                                in.numberOr("dims", 0)),
                        new Usage(
                                in.usageMode(),
                                in.number("prompt-tokens"),
                                in.number("completion-tokens"),
                                in.numberOr("cached-tokens", 0)),
                        in.framing(),
                        !in.flag("no-done"),
                        in.flag("head-now"),
                        Math.max(1, in.numberOr("batch", 1)),
                        in.fault(),
                        in.answer());
        in.rejectLeftovers();
        return script;
    }

    /** This script without its fault, for the calls that {@code every=N} spares. */
    public Script withoutFault() {
        return new Script(pace, content, usage, framing, done, headNow, batch, Fault.NONE, answer);
    }

    static Map<String, String> headersOf(Map<String, String> words) {
        Map<String, String> headers = new LinkedHashMap<>();
        words.forEach((word, value) -> {
            if (word.startsWith("header:")) {
                headers.put(word.substring("header:".length()), value);
            }
        });
        String retryAfter = words.get("retry-after");
        if (retryAfter != null) {
            headers.put("Retry-After", retryAfter);
        }
        return headers;
    }
}
