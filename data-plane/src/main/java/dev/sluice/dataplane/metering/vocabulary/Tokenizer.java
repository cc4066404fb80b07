package dev.sluice.dataplane.metering.vocabulary;

import com.knuddels.jtokkit.Encodings;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Counts the tokens of an encoding; the same as jtokkit, which brings the vocabularies. */
public final class Tokenizer {
    private final Splitter splitter;
    private final Merger merger;

    Tokenizer(Splitter splitter, String file) {
        this.splitter = splitter;
        try (var in = Encodings.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not on the class path");
            }
            this.merger = new Merger(Vocabulary.read(in));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Tokens of a text in valid UTF-8; what looks like a special token is text as any other. */
    public long count(byte[] text, int from, int to) {
        var tokens = 0L;
        var at = from;
        while (at < to) {
            var end = splitter.end(text, at, to);
            tokens += merger.count(text, at, end);
            at = end;
        }
        return tokens;
    }
}
