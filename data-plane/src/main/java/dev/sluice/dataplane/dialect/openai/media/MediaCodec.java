package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.model.route.Dialect;

/** The dialect, but for its streams: those of pictures and sound have events of their own. */
final class MediaCodec extends DialectCodec {
    private MediaCodec(DialectCodec chat, MediaStreams streams) {
        super(chat.requests(), chat.replies(), streams, chat.errors());
    }

    /** For one answer. */
    static MediaCodec of(MediaStreams streams) {
        return new MediaCodec(Codecs.of(Dialect.OPENAI_CHAT), streams);
    }
}
