package dev.sluice.dataplane.upstream.token;

import dev.sluice.dataplane.upstream.token.TokenSlot.Turn;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that secrets were exchanged for; shared by a node's event loops, and through the shared
 * store by all nodes. One node asks at a time, for all, and well ahead of the end, while the old
 * token still serves; where the store is away, each asks for itself.
 */
public final class ExchangedTokens {
    /** In per mille of its life: when a token is fetched again, and how far nodes spread that. */
    private static final int DUE = 850;

    private static final int SPREAD = 50;

    private static final long LOOK_AGAIN_MS = 100;
    private static final long MOST_WAIT_MS = 20_000;
    private static final long LEFT_TO_OTHERS_MS = 2_000;

    private final Vertx vertx;
    private final SharedTokens shared;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Map<Wanted, TokenSlot> slots = new ConcurrentHashMap<>();

    public ExchangedTokens(
            Vertx vertx, SharedTokens shared, InstantSource clock, RandomGenerator random) {
        this.vertx = vertx;
        this.shared = shared;
        this.clock = clock;
        this.random = random;
    }

    /**
     * Tells tokens apart.
     *
     * @param exchange how and by whom; in a form that is the same on all nodes
     */
    public record Wanted(String exchange, String secret) {
        String hash() {
            try {
                var sha = MessageDigest.getInstance("SHA-256");
                sha.update(exchange.getBytes(StandardCharsets.UTF_8));
                sha.update((byte) 0);
                return HexFormat.of()
                        .formatHex(sha.digest(secret.getBytes(StandardCharsets.UTF_8)));
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public String toString() {
            return "Wanted[" + exchange + "]";
        }
    }

    /**
     * The token to show; fails with {@link NoToken}.
     *
     * @param ask asks the token endpoint and fails with {@link NoToken}; only called where nobody
     *     else has asked already
     */
    public Future<HeldToken> get(Wanted wanted, Supplier<Future<HeldToken>> ask) {
        var now = clock.millis();
        var slot = slot(wanted, now);
        return switch (slot.turn(now)) {
            case Turn.Serve serve -> Future.succeededFuture(serve.token());
            case Turn.Await await -> await.round().future();
            case Turn.Rest rest -> Future.failedFuture(rest.failure().told(now));
            case Turn.Renew renew -> {
                begin(new Round(slot, ask, false), renew.round());
                yield Future.succeededFuture(renew.token());
            }
            case Turn.Fetch fetch -> {
                begin(new Round(slot, ask, true), fetch.round());
                yield fetch.round().future();
            }
        };
    }

    /** Secrets that were replaced leave theirs behind. */
    private TokenSlot slot(Wanted wanted, long nowMs) {
        var known = slots.get(wanted);
        if (known != null) {
            return known;
        }
        slots.values().removeIf(slot -> slot.isOver(nowMs));
        return slots.computeIfAbsent(wanted, key -> new TokenSlot(key.hash()));
    }

    /** See {@link TokenSlot#refuse}. */
    public boolean refused(Wanted wanted, String token) {
        var slot = slots.get(wanted);
        return slot == null || slot.refuse(token, clock.millis());
    }

    /** Secrets for which no token could be had at the last try. */
    public int failing() {
        var now = clock.millis();
        return (int) slots.values().stream().filter(slot -> slot.isFailing(now)).count();
    }

    private void begin(Round round, Promise<HeldToken> promise) {
        round.run()
                .onSuccess(promise::complete)
                .onFailure(failure -> promise.fail(NoToken.of(failure)));
    }

    /** One way to a token: what others have, else the right to ask, else what they get. */
    private final class Round {
        private final TokenSlot slot;
        private final Supplier<Future<HeldToken>> ask;
        private final boolean patient;
        private final String owner = UUID.randomUUID().toString();
        private final long beganNanos = System.nanoTime();

        /**
         * @param patient whether calls wait for it
         */
        Round(TokenSlot slot, Supplier<Future<HeldToken>> ask, boolean patient) {
            this.slot = slot;
            this.ask = ask;
            this.patient = patient;
        }

        Future<HeldToken> run() {
            return shared.find(slot.hash())
                    .compose(found ->
                            slot.isNews(found, clock.millis())
                                    ? taken(found)
                                    : shared.findFailure(slot.hash()).compose(this::unlessFailed));
        }

        private Future<HeldToken> unlessFailed(@Nullable Failure told) {
            if (told != null && clock.millis() < told.untilMs()) {
                return rest(told);
            }
            return shared.claim(slot.hash(), owner)
                    .compose(lease ->
                            switch (lease) {
                                case MINE -> lookAndAsk();
                                case TAKEN -> leaveToOthers();
                                case AWAY -> ask();
                            });
        }

        /** Its owner may have brought one just before the lease was free. */
        private Future<HeldToken> lookAndAsk() {
            return shared.find(slot.hash())
                    .compose(found -> slot.isNews(found, clock.millis()) ? taken(found) : ask())
                    .onComplete(done -> shared.giveBack(slot.hash(), owner));
        }

        private Future<HeldToken> ask() {
            return asked().compose(this::kept, this::failed);
        }

        private Future<HeldToken> asked() {
            try {
                return ask.get();
            } catch (RuntimeException unfit) {
                return Future.failedFuture(new NoToken(NoToken.Why.UNFIT));
            }
        }

        private Future<HeldToken> kept(HeldToken token) {
            return shared.keep(slot.hash(), token, clock.millis()).compose(_ -> taken(token));
        }

        private Future<HeldToken> failed(Throwable cause) {
            var why = NoToken.of(cause).why();
            var now = clock.millis();
            var strikes = slot.strikes();
            var rest = why.restMs(strikes);
            var spread = random.nextLong(rest / 4 + 1);
            var failure = new Failure(why, strikes + 1, now + rest + spread);
            return shared.keep(slot.hash(), failure, now).compose(_ -> rest(failure));
        }

        private Future<HeldToken> leaveToOthers() {
            if (!patient) {
                slot.leaveToOthers(clock.millis() + LEFT_TO_OTHERS_MS);
                return Future.failedFuture(new NoToken(NoToken.Why.OTHERS));
            }
            if (System.nanoTime() - beganNanos > MOST_WAIT_MS * 1_000_000) {
                return rest(
                        new Failure(
                                NoToken.Why.OTHERS,
                                1,
                                clock.millis() + NoToken.Why.OTHERS.restMs(0)));
            }
            var later = Promise.<HeldToken>promise();
            vertx.setTimer(LOOK_AGAIN_MS, _ -> run().onComplete(later));
            return later.future();
        }

        private Future<HeldToken> taken(@Nullable HeldToken token) {
            if (token == null) {
                return Future.failedFuture(new NoToken(NoToken.Why.ODD));
            }
            var part = DUE + random.nextInt(SPREAD + 1);
            var due = token.fetchedAtMs() + token.lifeMs() / 1000 * part;
            slot.take(token, due);
            return Future.succeededFuture(token);
        }

        private Future<HeldToken> rest(Failure failure) {
            slot.rest(failure);
            return Future.failedFuture(failure.told(clock.millis()));
        }
    }
}
