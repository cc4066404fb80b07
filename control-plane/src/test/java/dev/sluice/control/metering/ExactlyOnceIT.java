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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Events that come twice, in any order and on any partition, while consumers come and go and
 * commits break: each call is booked once.
 */
class ExactlyOnceIT {
    private static final int CALLS = 300;

    private final Books books = new Books();
    private final FaultyDataSource faulty = new FaultyDataSource(books.dataSource());
    private final List<UsageFeed> feeds = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void booksEachCallOnceThroughRebalancesAndRedelivery(long seed) throws Exception {
        var random = new Random(seed);
        var calls = new ArrayList<UsageEvent>();
        for (int i = 1; i <= CALLS; i++) {
            calls.add(Calls.call(Uuid7.next(Clock.systemUTC()), UsageStatus.COMPLETED, i, i, 1));
        }
        var sent = new ArrayList<UsageEvent>();
        calls.forEach(call -> sent.addAll(Collections.nCopies(1 + random.nextInt(3), call)));
        Collections.shuffle(sent, random);
        try (var topic = new UsageTopic(TestServers.kafka())) {
            var ledger = new Ledger(faulty);
            for (int i = 0; i < sent.size(); i++) {
                // Another key each time, and so another partition.
                topic.send(
                        "key-" + random.nextInt(1_000),
                        SluiceJson.mapper().writeValueAsString(sent.get(i)));
                if (i % 60 == 0) {
                    disturb(random, topic, ledger);
                }
            }
            if (feeds.isEmpty()) {
                start(topic, ledger);
            }

            await().atMost(Duration.ofSeconds(90)).until(() -> offsets() == sent.size());
        } finally {
            feeds.forEach(UsageFeed::stop);
        }
        assertThatBooksAre(calls);
    }

    /** Consumers leave and join, and the next commits break before or after they took place. */
    private void disturb(Random random, UsageTopic topic, Ledger ledger) {
        if (feeds.size() > 1 && random.nextBoolean()) {
            feeds.remove(random.nextInt(feeds.size())).stop();
        } else if (feeds.size() < 3) {
            start(topic, ledger);
        }
        faulty.killsBefore.addAndGet(random.nextInt(2));
        faulty.killsAfter.addAndGet(random.nextInt(2));
    }

    private void start(UsageTopic topic, Ledger ledger) {
        var feed = topic.feed(ledger, 1);
        feeds.add(feed);
        feed.start();
    }

    private long offsets() {
        return books.number("SELECT coalesce(sum(next_offset), 0) FROM consumer_offset");
    }

    private void assertThatBooksAre(List<UsageEvent> calls) {
        long cost = calls.stream().mapToLong(call -> call.cost().nanos()).sum();
        var sums = "SELECT sum(requests), sum(cost_nanos) FROM ";
        assertThat(books.rows("SELECT count(*), sum(cost_nanos) FROM usage_entry"))
                .containsExactly(CALLS + "|" + cost)
                .isEqualTo(books.rows(sums + "usage_quarter_hour"))
                .isEqualTo(books.rows(sums + "usage_day"))
                .isEqualTo(books.rows(sums + "usage_day_user"));
        assertThat(
                        books.rows(
                                "SELECT balance_nanos FROM account_balance"
                                        + " WHERE account = 'tenant_receivable'"))
                .containsExactly(Long.toString(cost));
        assertThat(books.number("SELECT count(*) FROM ledger_transaction")).isEqualTo(CALLS);
        assertThat(books.number("SELECT sum(amount_nanos) FROM ledger_posting")).isZero();
        assertThat(books.number("SELECT count(*) FROM poison_record")).isZero();
    }
}
