package dev.sluice.control.uploads;

import dev.sluice.control.web.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A file that somebody sent, as text. */
public final class Utf8Upload {
    private Utf8Upload() {}

    /** Refuses what is not UTF-8: replaced, two names could become one. */
    public static String text(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        var decoder = StandardCharsets.UTF_8.newDecoder();
        try {
            return decoder.decode(buffer).toString();
        } catch (CharacterCodingException other) {
            var line = 1;
            for (var i = 0; i < buffer.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw Refusal.badRequest(
                    "the file is not UTF-8: look at line " + line + ", or save it as UTF-8");
        }
    }
}
