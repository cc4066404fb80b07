package dev.sluice.control.metering;

import dev.sluice.control.ledger.FeedPosition;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Origin;
import dev.sluice.control.ledger.PoisonRecord;
import dev.sluice.control.ledger.UsageEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Turns records of the usage topic into one step of the ledger. */
final class UsageBatch {
    private final UsageRecordReader reader;
    private final Rater rater;
    private final String topicId;

    UsageBatch(UsageRecordReader reader, Rater rater, String topicId) {
        this.reader = reader;
        this.rater = rater;
        this.topicId = topicId;
    }

    FeedStep stepOf(Iterable<ConsumerRecord<byte[], byte[]>> records) {
        var entries = new ArrayList<UsageEntry>();
        var poison = new ArrayList<PoisonRecord>();
        Map<Integer, FeedPosition> positions = new HashMap<>();
        for (var record : records) {
            switch (reader.read(record.value())) {
                case ReadRecord.Sound(var event, var json) -> {
                    try {
                        entries.add(new UsageEntry(event, json, rater.rate(event), Origin.EVENT));
                    } catch (ArithmeticException overflow) {
                        poison.add(poison(record, "amount", "the attempts' sums overflow"));
                    }
                }
                case ReadRecord.Poisoned(var reason, var detail) ->
                        poison.add(poison(record, reason, detail));
            }
            positions.put(record.partition(), after(record));
        }
        return new FeedStep(entries, poison, List.copyOf(positions.values()));
    }

    /** The step of one record that the database itself would not take. */
    FeedStep setAside(ConsumerRecord<byte[], byte[]> record, String detail) {
        return new FeedStep(
                List.of(), List.of(poison(record, "refused", detail)), List.of(after(record)));
    }

    private PoisonRecord poison(
            ConsumerRecord<byte[], byte[]> record, String reason, String detail) {
        var here = new FeedPosition(record.topic(), record.partition(), topicId, record.offset());
        return PoisonRecord.at(here, reason, detail, eventIdOf(record), record.value());
    }

    /** Nodes send the event's id as the key; it is there also where the value cannot be read. */
    private static @Nullable UUID eventIdOf(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            return null;
        }
        try {
            return UUID.fromString(new String(record.key(), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException noId) {
            return null;
        }
    }

    private FeedPosition after(ConsumerRecord<byte[], byte[]> record) {
        return new FeedPosition(record.topic(), record.partition(), topicId, record.offset() + 1);
    }
}
