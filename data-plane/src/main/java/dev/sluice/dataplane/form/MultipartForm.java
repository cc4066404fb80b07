package dev.sluice.dataplane.form;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@code multipart/form-data} body as its bytes and the places of its parts. What two readers
 * could understand in two ways is refused: another model than the one that was allowed must not
 * reach an upstream.
 */
public final class MultipartForm {
    private static final String TYPE = "multipart/form-data";
    private static final String BOUNDARY = "boundary";
    private static final int MOST_BOUNDARY_CHARACTERS = 70;
    private static final int MOST_PARTS = 1_000;

    private final byte[] bytes;
    private final String contentType;
    private final String boundary;
    private final List<FormPart> parts;
    private final int start;

    private MultipartForm(
            byte[] bytes, String contentType, String boundary, List<FormPart> parts, int start) {
        this.bytes = bytes;
        this.contentType = contentType;
        this.boundary = boundary;
        this.parts = List.copyOf(parts);
        this.start = start;
    }

    /** Whether a content type says that the body is such a form. */
    public static boolean isForm(@Nullable String contentType) {
        return contentType != null
                && contentType.strip().regionMatches(true, 0, "multipart/", 0, 10);
    }

    /**
     * What parts the form's parts, as its content type tells. Fails with {@link MalformedForm}
     * where it does not.
     */
    public static String boundaryOf(String contentType) {
        var read = HeaderParameters.read("content-type", contentType.strip());
        if (!read.word().equals(TYPE)) {
            throw new MalformedForm("'content-type' must be " + TYPE + ", not " + read.word());
        }
        var boundary = read.get(BOUNDARY);
        if (boundary == null || boundary.isEmpty()) {
            throw new MalformedForm(
                    "'content-type' must name the boundary, as in " + TYPE + "; boundary=abc123");
        }
        if (boundary.length() > MOST_BOUNDARY_CHARACTERS
                || boundary.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new MalformedForm(
                    "the boundary must have at most "
                            + MOST_BOUNDARY_CHARACTERS
                            + " printable ASCII characters");
        }
        return boundary;
    }

    /** Fails with {@link MalformedForm}. */
    public static MultipartForm scan(byte[] bytes, String contentType) {
        var boundary = boundaryOf(contentType);
        var delimiter = new Delimiter(("--" + boundary).getBytes(StandardCharsets.US_ASCII), bytes);
        var start = delimiter.next(0);
        if (start < 0) {
            throw new MalformedForm(
                    "the body does not hold the boundary that 'content-type' names, '"
                            + boundary
                            + "'");
        }
        var parts = new ArrayList<FormPart>();
        var at = start;
        while (!delimiter.isLast(at)) {
            if (parts.size() == MOST_PARTS) {
                throw new MalformedForm("a form may have at most " + MOST_PARTS + " parts");
            }
            var head = delimiter.lineAfter(at);
            var next = delimiter.next(head);
            if (next < 0) {
                throw new MalformedForm(
                        "the form ends in its part "
                                + (parts.size() + 1)
                                + ": the closing '--"
                                + boundary
                                + "--' is missing");
            }
            parts.add(PartHead.read(bytes, head, next - 2, parts.size() + 1));
            at = next;
        }
        return new MultipartForm(bytes, contentType, boundary, parts, start);
    }

    public byte[] bytes() {
        return bytes;
    }

    /** As the caller wrote it. */
    public String contentType() {
        return contentType;
    }

    /** In the order in which they came. */
    public List<FormPart> parts() {
        return parts;
    }

    public @Nullable FormPart first(String name) {
        return parts.stream().filter(part -> part.name().equals(name)).findFirst().orElse(null);
    }

    /** Where a part can be put in. */
    public int start() {
        return start;
    }

    /** A text part, to be put in at the start. */
    public byte[] textPart(String name, String value) {
        return ("--"
                        + boundary
                        + "\r\nContent-Disposition: form-data; name=\""
                        + name
                        + "\"\r\n\r\n"
                        + value
                        + "\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Fails with {@link MalformedForm} where the content is no UTF-8. */
    public String text(FormPart part) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, part.from(), part.length()))
                    .toString();
        } catch (CharacterCodingException odd) {
            throw new MalformedForm("the part '" + part.name() + "' must be UTF-8");
        }
    }
}
