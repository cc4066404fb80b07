package dev.sluice.control.ledger;

import java.util.Arrays;

/**
 * A record of a topic that cannot be booked, set aside so that the feed goes on.
 *
 * @param reason one of a few words, also the label of the alarm metric
 * @param detail what exactly was wrong
 */
public record PoisonRecord(
        String topic,
        int partition,
        String topicId,
        long offset,
        String reason,
        String detail,
        byte[] payload) {
    private static final int PAYLOAD_BYTES_KEPT = 64 * 1024;
    private static final int DETAIL_CHARS_KEPT = 500;

    public PoisonRecord {
        detail = detail.length() > DETAIL_CHARS_KEPT ? detail.substring(0, DETAIL_CHARS_KEPT) : detail;
        payload = payload.clone();
    }

    byte[] keptPayload() {
        return payload.length > PAYLOAD_BYTES_KEPT
                ? Arrays.copyOf(payload, PAYLOAD_BYTES_KEPT)
                : payload;
    }
}
