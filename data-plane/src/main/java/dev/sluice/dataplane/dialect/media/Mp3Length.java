package dev.sluice.dataplane.dialect.media;

import java.nio.ByteBuffer;

/** How long an MP3 is: by the count of its frames where it tells one, else by its bit rate. */
final class Mp3Length {
    private static final int[] FIRST_KBIT = {
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0
    };
    private static final int[] SECOND_KBIT = {
        0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0
    };
    private static final int[] HERTZ = {44_100, 48_000, 32_000, 0};
    private static final int LAYER_3 = 1;
    private static final int VERSION_1 = 3;
    private static final int VERSION_2 = 2;
    private static final int VERSION_2_5 = 0;

    private final ByteBuffer file;

    Mp3Length(ByteBuffer file) {
        this.file = file;
    }

    /** -1 where it is no MP3. */
    long ms() {
        var at = afterTags();
        var head = file.getInt(at);
        var version = (head >>> 19) & 3;
        if ((head & 0xFFE0_0000) != 0xFFE0_0000
                || ((head >>> 17) & 3) != LAYER_3
                || (version != VERSION_1 && version != VERSION_2 && version != VERSION_2_5)) {
            return -1;
        }
        var first = version == VERSION_1;
        var kbit = (first ? FIRST_KBIT : SECOND_KBIT)[(head >>> 12) & 15];
        var hertz = HERTZ[(head >>> 10) & 3] / (first ? 1 : version == VERSION_2 ? 2 : 4);
        var mono = ((head >>> 6) & 3) == 3;
        var side = first ? (mono ? 17 : 32) : (mono ? 9 : 17);
        var frames = frames(at + 4 + side);
        if (frames > 0) {
            return frames * (first ? 1_152L : 576L) * 1_000 / hertz;
        }
        return kbit == 0 ? -1 : (file.limit() - at) * 8L / kbit;
    }

    private int afterTags() {
        if (file.get(0) != 'I' || file.get(1) != 'D' || file.get(2) != '3') {
            return 0;
        }
        var size = 0;
        for (var i = 6; i < 10; i++) {
            size = size << 7 | (file.get(i) & 0x7F);
        }
        return 10 + size;
    }

    /** Of a file with a varying bit rate, whose first frame is a table; 0 where there is none. */
    private long frames(int at) {
        if (at + 12 > file.limit()) {
            return 0;
        }
        var word = file.getInt(at);
        var isTable = word == 0x58696E67 || word == 0x496E666F; // "Xing", "Info"
        return isTable && (file.getInt(at + 4) & 1) == 1 ? file.getInt(at + 8) & 0xFFFF_FFFFL : 0;
    }
}
