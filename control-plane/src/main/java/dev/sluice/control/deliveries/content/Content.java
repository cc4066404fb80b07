package dev.sluice.control.deliveries.content;

import java.util.List;
import java.util.Map;
import org.springframework.core.io.ByteArrayResource;

/**
 * What is sent.
 *
 * @param subject of the mail
 * @param text of the mail
 * @param type as a webhook's body names it
 * @param fields of a webhook's body
 */
public record Content(
        String subject,
        String text,
        String type,
        Map<String, Object> fields,
        List<Attachment> files) {
    public Content {
        files = List.copyOf(files);
    }

    /** A file that goes with it. */
    public record Attachment(String name, String mediaType, ByteArrayResource bytes) {}
}
