package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.gemini.request.GeminiRequests;

/** Google's generateContent. */
public final class GeminiCodec extends DialectCodec {
    public GeminiCodec() {
        super(new GeminiRequests(), new GeminiReplies(), new GeminiStreams(), new GeminiErrors());
    }

    @Override
    public boolean tellsStops() {
        return true;
    }

    @Override
    protected boolean needsUsage() {
        return true;
    }
}
