package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;

/** Anthropic's Messages, which coding agents speak. */
public final class AnthropicCodec extends DialectCodec {
    public AnthropicCodec(RequestCodec requests, StreamCodec streams) {
        super(requests, new AnthropicReplies(), streams, new AnthropicErrors());
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
