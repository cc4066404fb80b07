package dev.sluice.dataplane.dialect.media;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How long a file of sound is, by its head: of WAV, FLAC, Ogg, MP3 and MP4; of others by their
 * size.
 */
public final class SoundLength {
    /** Speech at a low bit rate: what cannot be read is taken for long. */
    private static final long BYTES_PER_SECOND = 4_000;

    private static final long MOST_MS = 1_000_000_000;
    private static final int OPUS_HERTZ = 48_000;
    private static final int CHUNK_HEAD_BYTES = 8;

    private SoundLength() {}

    /** Never fails and is never negative, whatever the bytes say. */
    public static long ofMs(byte[] bytes, int from, int to) {
        var length = to - from;
        var told = -1L;
        try {
            told = told(ByteBuffer.wrap(bytes, from, length).slice());
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException cutOff) {
            told = -1;
        }
        return told < 0 || told > MOST_MS ? length * 1_000L / BYTES_PER_SECOND : told;
    }

    private static long told(ByteBuffer file) {
        if (starts(file, 0, "RIFF") && starts(file, 8, "WAVE")) {
            return wave(file.order(ByteOrder.LITTLE_ENDIAN));
        }
        if (starts(file, 0, "fLaC")) {
            return flac(file);
        }
        if (starts(file, 0, "OggS")) {
            return ogg(file.order(ByteOrder.LITTLE_ENDIAN));
        }
        if (starts(file, 4, "ftyp")) {
            return box(file, 0, file.limit());
        }
        return new Mp3Length(file).ms();
    }

    private static boolean starts(ByteBuffer file, int at, String word) {
        var wanted = word.getBytes(StandardCharsets.US_ASCII);
        if (at < 0 || at + wanted.length > file.limit()) {
            return false;
        }
        var there = new byte[wanted.length];
        file.get(at, there);
        return Arrays.equals(there, wanted);
    }

    private static long wave(ByteBuffer file) {
        var bytesPerSecond = 0L;
        var at = 12;
        while (at + CHUNK_HEAD_BYTES <= file.limit()) {
            var size = file.getInt(at + 4) & 0xFFFF_FFFFL;
            var start = at + CHUNK_HEAD_BYTES;
            if (starts(file, at, "fmt ")) {
                bytesPerSecond = file.getInt(start + 8) & 0xFFFF_FFFFL;
            } else if (starts(file, at, "data")) {
                // Who streams a file does not know its size yet, and writes the largest.
                return Math.min(size, file.limit() - start) * 1_000 / bytesPerSecond;
            }
            at = Math.toIntExact(start + size + (size & 1));
        }
        return -1;
    }

    private static long flac(ByteBuffer file) {
        var packed = file.getLong(18);
        var hertz = packed >>> 44;
        var samples = packed & 0xF_FFFF_FFFFL;
        return samples == 0 ? -1 : samples * 1_000 / hertz;
    }

    /** The last page tells the samples so far, the first packet how many make a second. */
    private static long ogg(ByteBuffer file) {
        var packet = 27 + (file.get(26) & 0xFF);
        long hertz;
        if (starts(file, packet, "OpusHead")) {
            hertz = OPUS_HERTZ;
        } else if (starts(file, packet + 1, "vorbis")) {
            hertz = file.getInt(packet + 12);
        } else {
            return -1;
        }
        for (var at = file.limit() - 27; at >= 0; at--) {
            if (file.get(at) == 'O' && starts(file, at, "OggS")) {
                return file.getLong(at + 6) * 1_000 / hertz;
            }
        }
        return -1;
    }

    /** Boxes in boxes: the movie's head stands in the movie. */
    private static long box(ByteBuffer file, int from, int to) {
        var at = from;
        while (at + CHUNK_HEAD_BYTES <= to) {
            var size = file.getInt(at) & 0xFFFF_FFFFL;
            var head = CHUNK_HEAD_BYTES;
            if (size == 1) {
                size = file.getLong(at + CHUNK_HEAD_BYTES);
                head = 2 * CHUNK_HEAD_BYTES;
            } else if (size == 0) {
                size = (long) to - at;
            }
            if (size < head) {
                return -1;
            }
            if (starts(file, at + 4, "moov")) {
                return box(file, at + head, Math.toIntExact(Math.min(to, at + size)));
            }
            if (starts(file, at + 4, "mvhd")) {
                return movieHead(file, at + head);
            }
            at = Math.toIntExact(at + size);
        }
        return -1;
    }

    private static long movieHead(ByteBuffer file, int at) {
        var wide = file.get(at) == 1;
        var perSecond = file.getInt(at + (wide ? 20 : 12)) & 0xFFFF_FFFFL;
        var units = wide ? file.getLong(at + 24) : file.getInt(at + 16) & 0xFFFF_FFFFL;
        return Math.multiplyExact(units, 1_000L) / perSecond;
    }
}
