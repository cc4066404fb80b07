package dev.sluice.control.deliveries;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.control.rounds.PeriodicLook;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Sends what is due, many at a time: those who wait for a receiver that does not answer keep nobody
 * else waiting, as a tenant and a receiver have few of the places each.
 */
@Component
class SendingRoom extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(SendingRoom.class);
    private static final int PLACES = 32;

    /**
     * Steps of a try have limits of their own; this is for a mail server that never comes to an
     * end.
     */
    private static final Duration LONGEST_TRY = Duration.ofMinutes(2);

    /** After that its sender is taken for dead. */
    private static final Duration HELD = LONGEST_TRY.plusMinutes(1);

    private final DeliveryStore store;
    private final Postman postman;
    private final DeliverySettings settings;
    private final Clock clock;

    SendingRoom(DeliveryStore store, Postman postman, DeliverySettings settings, Clock clock) {
        super("report-sending", settings.every());
        this.store = store;
        this.postman = postman;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    protected void look() {
        try {
            clear();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (DataAccessException | TransactionException away) {
            LOG.warn("the database does not answer: {}", away.toString());
        } catch (RuntimeException bug) {
            LOG.error("sending failed", bug);
        }
    }

    /** Returns when nothing is due any more, or when others hold what is. */
    void clear() throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                clear(threads);
            } catch (InterruptedException stopped) {
                threads.shutdownNow();
                throw stopped;
            }
        }
    }

    private void clear(ExecutorService threads) throws InterruptedException {
        var ended = new Semaphore(0);
        int underWay = 0;
        while (true) {
            var next = underWay < PLACES ? take() : Optional.<Delivery>empty();
            if (next.isPresent()) {
                var delivery = next.get();
                threads.execute(() -> {
                    try {
                        attempt(delivery, threads);
                    } finally {
                        ended.release();
                    }
                });
                underWay++;
            } else if (underWay > 0) {
                // Others come due while one is waited for.
                underWay -= ended.tryAcquire(settings.every().toMillis(), MILLISECONDS) ? 1 : 0;
            } else {
                return;
            }
        }
    }

    private Optional<Delivery> take() {
        var now = clock.instant();
        return store.takeDue(now, now.plus(HELD));
    }

    private void attempt(Delivery delivery, ExecutorService threads) {
        try {
            var begun = clock.instant();
            var fault = bring(delivery, threads);
            note(
                    delivery,
                    new Delivery.Try(
                            delivery.tries() + 1,
                            begun,
                            Duration.between(begun, clock.instant()).toMillis(),
                            fault));
        } catch (InterruptedException stopped) {
            store.release(delivery);
            Thread.currentThread().interrupt();
        } catch (RuntimeException unable) {
            // It is sent again when nobody holds it any more.
            LOG.warn("what became of delivery {} cannot be written", delivery.id(), unable);
        }
    }

    private @Nullable String bring(Delivery delivery, ExecutorService threads)
            throws InterruptedException {
        var brought = threads.submit(() -> postman.bring(delivery));
        try {
            return brought.get(LONGEST_TRY.toMillis(), MILLISECONDS);
        } catch (TimeoutException endless) {
            brought.cancel(true);
            return "it was not taken within " + LONGEST_TRY.toMinutes() + " minutes";
        } catch (ExecutionException bug) {
            LOG.error("a delivery ended in an unexpected way", bug);
            return "it failed: " + bug.getCause();
        }
    }

    private void note(Delivery delivery, Delivery.Try made) {
        var now = clock.instant();
        if (made.fault() == null) {
            store.finish(delivery, made, "delivered", delivery.dueAt(), now);
            return;
        }
        var isLast = made.number() % settings.tries() == 0;
        var next = now.plus(settings.pauseAfter(made.number()));
        store.finish(delivery, made, isLast ? "failed" : "waiting", next, null);
    }
}
