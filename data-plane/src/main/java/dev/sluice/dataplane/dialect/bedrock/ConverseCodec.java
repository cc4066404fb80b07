package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.json.SluiceJson;

/** Amazon's Converse. */
public final class ConverseCodec extends DialectCodec {
    public ConverseCodec() {
        super(new ConverseRequests(), new ConverseReplies(), new ConverseStreams(), new Errors());
    }

    @Override
    public boolean tellsStops() {
        return true;
    }

    @Override
    protected boolean needsUsage() {
        return true;
    }

    /** Errors say what happened; what kind it is stands in a header, or in a frame's head. */
    private static final class Errors implements ErrorCodec {
        @Override
        public byte[] body(Told told) {
            var body = SluiceJson.mapper().createObjectNode();
            return Tree.bytes(body.put("message", told.message()).put("code", told.code().code()));
        }

        @Override
        public void event(Told told, Door door, ByteSink out) {
            FrameBytes.exception(ConverseStreamWriter.exception(told.code()), body(told), out);
        }
    }
}
