package dev.sluice.control.ledger;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic that cannot be booked, set aside so that the feed goes on.
 *
 * @param reason one of a few words, also the label of the alarm metric
 * @param detail what exactly was wrong
 * @param eventId the call it is about, where that is known
 * @param payload its first 64 KB
 * @param payloadBytes how many there were
 */
public record PoisonRecord(
        String topic,
        int partition,
        String topicId,
        long offset,
        String reason,
        String detail,
        @Nullable UUID eventId,
        ByteBuffer payload,
        long payloadBytes) {
    private static final int PAYLOAD_BYTES_KEPT = 64 * 1024;
    private static final int DETAIL_CHARS_KEPT = 500;

    public PoisonRecord {
        detail = detail.replace('\0', '\uFFFD');
        detail = detail.substring(0, Math.min(detail.length(), DETAIL_CHARS_KEPT));
    }

    /** Of a record just after {@code position}. */
    public static PoisonRecord at(
            FeedPosition position,
            String reason,
            String detail,
            @Nullable UUID eventId,
            byte @Nullable [] payload) {
        var bytes = payload == null ? new byte[0] : payload;
        int kept = Math.min(bytes.length, PAYLOAD_BYTES_KEPT);
        return new PoisonRecord(
                position.topic(),
                position.partition(),
                position.topicId(),
                position.nextOffset(),
                reason,
                detail,
                eventId,
                ByteBuffer.wrap(bytes, 0, kept).asReadOnlyBuffer(),
                bytes.length);
    }

    byte[] payloadCopy() {
        var bytes = new byte[payload.remaining()];
        payload.duplicate().get(bytes);
        return bytes;
    }
}
