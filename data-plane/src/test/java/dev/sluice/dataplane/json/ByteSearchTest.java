package dev.sluice.dataplane.json;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Eight bytes at a time find what one at a time finds. */
class ByteSearchTest {
    private static int first(byte[] bytes, int from, char one, char other) {
        var at = from;
        while (at < bytes.length && bytes[at] != one && bytes[at] != other) {
            at++;
        }
        return at;
    }

    @Property
    void findsTheFirst(@ForAll("nearMisses") byte[] bytes, @ForAll @IntRange(max = 9) int offset) {
        var from = Math.min(offset, bytes.length);
        assertThat(ByteSearch.quoteOrBackslash(bytes, from, bytes.length))
                .isEqualTo(first(bytes, from, '"', '\\'));
        assertThat(ByteSearch.endOfLine(bytes, from, bytes.length))
                .isEqualTo(first(bytes, from, '\n', '\r'));
    }

    /** Neighbours of the wanted bytes, with and without the high bit, and the bytes themselves. */
    @Provide
    Arbitrary<byte[]> nearMisses() {
        return Arbitraries.of(
                        (byte) '"',
                        (byte) '#',
                        (byte) '!',
                        (byte) ('"' | 0x80),
                        (byte) '\\',
                        (byte) ']',
                        (byte) '[',
                        (byte) '\n',
                        (byte) '\r',
                        (byte) 11,
                        (byte) 12,
                        (byte) 0x8A,
                        (byte) 0,
                        (byte) 0x80,
                        (byte) 0xFF,
                        (byte) 'a',
                        (byte) 'b',
                        (byte) 'c',
                        (byte) 'd',
                        (byte) 'e',
                        (byte) 'f')
                .array(byte[].class)
                .ofMaxSize(40);
    }
}
