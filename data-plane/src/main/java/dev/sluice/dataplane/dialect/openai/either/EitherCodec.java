package dev.sluice.dataplane.dialect.openai.either;

import dev.sluice.dataplane.dialect.DialectCodec;

/**
 * One of OpenAI's two chat dialects for talking, both for listening: they stand at one address, and
 * what is put before a server may answer in the other one.
 */
public final class EitherCodec extends DialectCodec {
    /**
     * @param spoken the one of the two in which is asked
     */
    public EitherCodec(DialectCodec spoken, DialectCodec chat, DialectCodec responses) {
        super(
                spoken.requests(),
                new EitherReplies(spoken.replies(), chat.replies(), responses.replies()),
                new EitherStreams(spoken.streams(), chat.streams(), responses.streams()),
                spoken.errors());
    }
}
