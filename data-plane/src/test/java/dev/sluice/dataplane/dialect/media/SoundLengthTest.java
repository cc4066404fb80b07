package dev.sluice.dataplane.dialect.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SoundLengthTest {
    private static long ofMs(byte[] bytes) {
        return SoundLength.ofMs(bytes, 0, bytes.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A head of so many bytes a second, and so much silence. */
    public static byte[] wave(int bytesPerSecond, int claimed, int present) {
        return ByteBuffer.allocate(44 + present)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(ascii("RIFF"))
                .putInt(36 + claimed)
                .put(ascii("WAVEfmt "))
                .putInt(16)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(bytesPerSecond / 2)
                .putInt(bytesPerSecond)
                .putShort((short) 2)
                .putShort((short) 16)
                .put(ascii("data"))
                .putInt(claimed)
                .array();
    }

    @Test
    void readsWaves() {
        assertThat(ofMs(wave(16_000, 24_000, 24_000))).isEqualTo(1_500);
        // A recorder that streams writes the largest size.
        assertThat(ofMs(wave(16_000, -1, 24_000))).isEqualTo(1_500);
    }

    @Test
    void readsFlac() {
        var packed = 44_100L << 44 | 1L << 41 | 15L << 36 | 88_200;
        var file =
                ByteBuffer.allocate(60)
                        .put(ascii("fLaC"))
                        .putInt(34)
                        .put(new byte[10])
                        .putLong(packed)
                        .array();

        assertThat(ofMs(file)).isEqualTo(2_000);
    }

    private static ByteBuffer page(ByteBuffer out, long granule, byte[] packet) {
        return out.put(ascii("OggS"))
                .putShort((short) 0)
                .putLong(granule)
                .put(new byte[12])
                .put((byte) 1)
                .put((byte) packet.length)
                .put(packet);
    }

    @Test
    void readsOgg() {
        var opus = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        page(page(opus, 0, ascii("OpusHead........")), 144_000, ascii("sound"));
        var head = ByteBuffer.allocate(30).order(ByteOrder.LITTLE_ENDIAN);
        head.put((byte) 1).put(ascii("vorbis")).putInt(0).put((byte) 1).putInt(44_100);
        var vorbis = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        page(page(vorbis, 0, head.array()), 44_100, ascii("sound"));

        assertThat(ofMs(opus.array())).isEqualTo(3_000);
        assertThat(ofMs(vorbis.array())).isEqualTo(1_000);
    }

    @Test
    void readsMp3ByItsRateAndByItsTable() {
        // MPEG 1, layer 3, 128 kbit/s, 44.1 kHz, stereo
        var constant = ByteBuffer.allocate(16_000).putInt(0xFFFB_9000).array();
        var tagged =
                ByteBuffer.allocate(16_000 + 10 + 300)
                        .put(ascii("ID3"))
                        .put(new byte[] {3, 0, 0, 0, 0, 2, 44})
                        .position(310)
                        .putInt(0xFFFB_9000)
                        .array();
        var varying =
                ByteBuffer.allocate(16_000)
                        .putInt(0xFFFB_9000)
                        .position(36)
                        .put(ascii("Xing"))
                        .putInt(1)
                        .putInt(1_000)
                        .array();

        assertThat(ofMs(constant)).isEqualTo(1_000);
        assertThat(ofMs(tagged)).isEqualTo(1_000);
        assertThat(ofMs(varying)).isEqualTo(1_000L * 1_152 * 1_000 / 44_100);
    }

    @Test
    void readsTheHeadOfAMovie() {
        var file =
                ByteBuffer.allocate(200)
                        .putInt(16)
                        .put(ascii("ftypM4A "))
                        .putInt(0)
                        .putInt(40)
                        .put(ascii("moov"))
                        .putInt(32)
                        .put(ascii("mvhd"))
                        .putInt(0)
                        .putLong(0)
                        .putInt(600)
                        .putInt(2_700)
                        .array();

        assertThat(ofMs(file)).isEqualTo(4_500);
    }

    @Test
    void takesWhatItCannotReadBySize() {
        assertThat(ofMs(new byte[8_000])).isEqualTo(2_000);
        assertThat(ofMs(new byte[0])).isZero();
        // A head that lies, or ends too early.
        assertThat(ofMs(wave(0, 24_000, 24_000))).isEqualTo((44 + 24_000) * 1_000L / 4_000);
        assertThat(ofMs(ascii("RIFF....WAVEfmt "))).isEqualTo(4);
    }

    @Property(tries = 2_000)
    void neverFails(@ForAll byte[] bytes) {
        for (var start : new String[] {"", "RIFF....WAVE", "fLaC", "OggS", "....ftyp", "ID3"}) {
            var file = ByteBuffer.allocate(start.length() + bytes.length);
            file.put(ascii(start)).put(bytes);

            assertThat(ofMs(file.array())).isBetween(0L, 1_000_000_000L);
        }
    }
}
