package dev.sluice.control.ledger;

import java.util.List;

/**
 * What one transaction books: entries, records that were set aside, and how far the feed has come
 * with them. Entries from elsewhere than Kafka move no offset.
 */
public record FeedStep(
        List<UsageEntry> entries, List<PoisonRecord> poison, List<FeedPosition> positions) {
    public FeedStep {
        entries = List.copyOf(entries);
        poison = List.copyOf(poison);
        positions = List.copyOf(positions);
    }

    public static FeedStep of(List<UsageEntry> entries) {
        return new FeedStep(entries, List.of(), List.of());
    }
}
