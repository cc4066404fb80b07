package dev.sluice.control.ledger;

/**
 * How far a partition is booked.
 *
 * @param topicId tells a topic that was made anew under the old name
 * @param nextOffset the first offset that is not booked yet
 */
public record FeedPosition(String topic, int partition, String topicId, long nextOffset) {}
