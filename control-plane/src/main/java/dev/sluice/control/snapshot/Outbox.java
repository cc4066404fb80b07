package dev.sluice.control.snapshot;

import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.SnapshotHead;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Records that wait for Kafka, in the order in which they were written. */
@Component
class Outbox {
    private final JdbcClient database;
    private final Clock clock;

    Outbox(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** A record on its way. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Waiting(long id, String topic, String key, byte[] payload) {}

    void part(String hash, byte[] body) {
        put(Topics.CONFIG_PARTS, hash, body);
    }

    void head(SnapshotHead head) {
        put(
                Topics.CONFIG_HEADS,
                Long.toString(head.version()),
                SluiceJson.mapper().writeValueAsBytes(head));
    }

    private void put(String topic, String key, byte[] payload) {
        database.sql("insert into outbox (topic, key, payload, created_at) values (?, ?, ?, ?)")
                .params(topic, key, payload, Timestamp.from(clock.instant()))
                .update();
    }

    List<Waiting> oldest(int most) {
        return database.sql("select id, topic, key, payload from outbox order by id limit ?")
                .param(most)
                .query((row, n) ->
                        new Waiting(
                                row.getLong("id"),
                                row.getString("topic"),
                                row.getString("key"),
                                row.getBytes("payload")))
                .list();
    }

    /**
     * Identity numbers are drawn before commit: a smaller one may still appear, so only these go.
     */
    void remove(List<Waiting> sent) {
        database.sql("delete from outbox where id in (:ids)")
                .param("ids", sent.stream().map(Waiting::id).toList())
                .update();
    }

    long size() {
        return database.sql("select count(*) from outbox").query(Long.class).single();
    }
}
