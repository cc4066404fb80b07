package dev.sluice.control.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.ledger.Books;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UsageFeedIT {
    private final Books books = new Books();
    private final FaultyDataSource faulty = new FaultyDataSource(books.dataSource());
    private final Ledger ledger = new Ledger(faulty);
    private final List<UsageFeed> feeds = new ArrayList<>();
    private UsageTopic topic;

    @BeforeEach
    void openTopic() throws Exception {
        topic = new UsageTopic(TestServers.kafka());
    }

    @AfterEach
    void close() {
        feeds.forEach(UsageFeed::stop);
        topic.close();
    }

    @Test
    void booksWhatArrivesWithinHalfASecond() throws Exception {
        startFeed();
        topic.send(call(1));
        awaitRows(1);

        long worstMs = 0;
        for (int i = 2; i <= 6; i++) {
            topic.send(call(i));
            long sent = System.nanoTime();
            int rows = i;
            await().pollInterval(Duration.ofMillis(10)).until(() -> rows() == rows);
            worstMs = Math.max(worstMs, Duration.ofNanos(System.nanoTime() - sent).toMillis());
        }

        assertThat(worstMs).isLessThan(500);
    }

    @Test
    void booksOnceThoughTheCommitBreaksBeforeOrAfterItTookPlace() throws Exception {
        faulty.killsBefore.set(2);
        faulty.killsAfter.set(2);
        for (int i = 1; i <= 200; i++) {
            topic.send(call(i));
        }
        startFeed();

        awaitRows(200);
        topic.send(call(1_000));
        awaitRows(201);
        assertThat(faulty.killsBefore.get() + faulty.killsAfter.get()).isZero();
        assertBalanced();
    }

    @Test
    void readsOnWhereItStoodAfterARestart() throws Exception {
        var first = startFeed();
        topic.send(call(1));
        awaitRows(1);
        first.stop();
        topic.send(call(2));

        startFeed();

        awaitRows(2);
        assertThat(topic.meters.counter("sluice.ledger.events", "outcome", "duplicate").count())
                .isZero();
        assertBalanced();
    }

    @Test
    void sharesThePartitionsWithASecondProcessAndTakesThemBack() throws Exception {
        startFeed();
        topic.send(call(1));
        awaitRows(1);
        var second = startFeed();
        for (int i = 2; i <= 100; i++) {
            topic.send(call(i));
        }
        awaitRows(100);
        second.stop();
        for (int i = 101; i <= 150; i++) {
            topic.send(call(i));
        }

        awaitRows(150);
        assertBalanced();
    }

    @Test
    void startsFromTheBeginningOfATopicThatWasMadeAnew() throws Exception {
        var feed = startFeed();
        for (int i = 1; i <= 20; i++) {
            topic.send(call(i));
        }
        awaitRows(20);
        feed.stop();
        topic.recreate();
        topic.send(call(21));

        startFeed();

        awaitRows(21);
    }

    @Test
    void setsPoisonAsideAndGoesOn() throws Exception {
        startFeed();
        topic.send("same", "not json");
        topic.send("same", "{\"v\":9}");
        // A text that Java reads and no index of PostgreSQL holds.
        var huge = new BigInteger(100_000, new Random(1)).toString(Character.MAX_RADIX);
        var id = Uuid7.next(Clock.systemUTC());
        var call = SluiceJson.mapper().writeValueAsString(Calls.with(call(1), "requestId", huge));
        topic.send(id.toString(), call);
        topic.send(call(2));
        topic.send(call(3));

        awaitRows(2);
        await().until(() -> books.number("SELECT count(*) FROM poison_record") == 3);
        assertThat(books.rows("SELECT reason, event_id FROM poison_record ORDER BY payload_bytes"))
                .containsExactly("version|null", "unreadable|null", "refused|" + id);
        assertThat(topic.counted("sluice.poison.records")).isEqualTo(3);
        assertBalanced();
    }

    @Test
    void booksACallWhoseUpstreamClaimedMoreTokensThanThereAre() throws Exception {
        startFeed();
        var call = call(1);
        var json = SluiceJson.mapper().writeValueAsString(call);
        topic.send(
                call.eventId().toString(),
                json.replaceFirst("\"input\":1", "\"input\":9223372036854775807"));

        awaitRows(1);
        assertThat(books.rows("SELECT status, tokens_input FROM usage_entry"))
                .containsExactly("completed|1000000000000");
        assertThat(books.number("SELECT count(*) FROM poison_record")).isZero();
        assertBalanced();
    }

    @Test
    void catchesUpAfterTheDatabaseRefusedEveryConnection() throws Exception {
        startFeed();
        topic.send(call(1));
        awaitRows(1);
        faulty.away.set(true);
        for (int i = 2; i <= 50; i++) {
            topic.send(call(i));
        }
        await().until(() -> topic.meters.get("sluice.ledger.failing").gauge().value() == 1);
        faulty.away.set(false);

        awaitRows(50);
        await().until(() -> topic.meters.get("sluice.ledger.failing").gauge().value() == 0);
        assertBalanced();
    }

    private UsageFeed startFeed() {
        var feed = topic.feed(ledger, 1);
        feeds.add(feed);
        feed.start();
        return feed;
    }

    private static UsageEvent call(int number) {
        var id = Uuid7.next(Clock.systemUTC());
        return Calls.call(id, UsageStatus.COMPLETED, number, number, 1);
    }

    private long rows() {
        return books.number("SELECT count(*) FROM usage_entry");
    }

    private void awaitRows(long expected) {
        await().atMost(Duration.ofSeconds(40)).until(() -> rows() == expected);
    }

    private void assertBalanced() {
        assertThat(books.rows("SELECT sum(cost_nanos) FROM usage_entry"))
                .isEqualTo(books.rows("SELECT sum(cost_nanos) FROM usage_quarter_hour"))
                .isEqualTo(books.rows("SELECT sum(cost_nanos) FROM usage_day"))
                .isEqualTo(
                        books.rows(
                                "SELECT balance_nanos FROM account_balance"
                                        + " WHERE account = 'tenant_receivable'"));
        assertThat(books.number("SELECT sum(amount_nanos) FROM ledger_posting")).isZero();
    }
}
