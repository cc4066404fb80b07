package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.json.ByteSink;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates gzip piece by piece and stops at a bound, whatever the ratio. */
final class GzipInflater {
    private static final int HEADER_BYTES = 10;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int HEADER_CHECK = 2;

    private final Inflater inflater = new Inflater(true);
    private final ByteSink head = new ByteSink();
    private boolean headerRead;

    /** Appends what comes out, at most until the sink holds {@code most} bytes. */
    void inflate(byte[] bytes, int from, int length, ByteSink out, long most)
            throws DataFormatException {
        if (headerRead) {
            inflater.setInput(bytes, from, length);
        } else {
            head.append(bytes, from, from + length);
            var headerEnd = headerEnd(head.array(), head.size());
            if (headerEnd < 0) {
                return;
            }
            headerRead = true;
            inflater.setInput(head.array(), headerEnd, head.size() - headerEnd);
        }
        var piece = new byte[16 * 1024];
        while (!inflater.finished() && out.size() < most) {
            var got = inflater.inflate(piece);
            if (got == 0) {
                return;
            }
            out.append(piece, 0, got);
        }
    }

    boolean isFinished() {
        return inflater.finished();
    }

    void close() {
        inflater.end();
    }

    /** Where the deflated data begins; -1 while the header is incomplete. */
    private static int headerEnd(byte[] bytes, int size) throws DataFormatException {
        if (size < HEADER_BYTES) {
            return -1;
        }
        if (bytes[0] != (byte) 0x1f || bytes[1] != (byte) 0x8b || bytes[2] != 8) {
            throw new DataFormatException("no gzip header");
        }
        var flags = bytes[3];
        var at = HEADER_BYTES;
        if ((flags & EXTRA) != 0) {
            if (at + 2 > size) {
                return -1;
            }
            at += 2 + ((bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8);
        }
        for (var text : new int[] {NAME, COMMENT}) {
            if ((flags & text) != 0) {
                while (at < size && bytes[at] != 0) {
                    at++;
                }
                at++;
            }
        }
        at += (flags & HEADER_CHECK) != 0 ? 2 : 0;
        return at <= size ? at : -1;
    }
}
