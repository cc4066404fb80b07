package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.call.Call;
import tools.jackson.core.JsonToken;

/**
 * How long a text is when it is spoken. Sound tells no usage; its tokens are counted by the text it
 * is made from.
 */
public final class SpeechLength {
    /** Of UTF-8: 15 letters, or 5 Chinese characters. */
    private static final long BYTES_PER_SECOND = 15;

    private static final long TOKENS_PER_SECOND = 20;

    private static final int QUOTES = 2;

    private SpeechLength() {}

    /** Tokens of the sound that the call asks for; none where it asks for no sound. */
    public static long tokens(Call call) {
        var input =
                MediaDoor.of(call.door()) == MediaDoor.SPEECH ? call.body().span("input") : null;
        if (input == null || input.token() != JsonToken.VALUE_STRING) {
            return 0;
        }
        var bytes = input.length() - QUOTES;
        return (bytes * TOKENS_PER_SECOND + BYTES_PER_SECOND - 1) / BYTES_PER_SECOND;
    }
}
