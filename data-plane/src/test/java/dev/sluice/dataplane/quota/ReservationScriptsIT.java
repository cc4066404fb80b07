package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.quota.NodeCalls.Admission;
import dev.sluice.dataplane.quota.NodeCalls.Carried;
import dev.sluice.dataplane.quota.rule.AdmitReply;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ReservationModel;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.quota.SweptReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationScriptsIT {
    private static final String TENANT = "t";
    private static final Instant WINDOW_END = Instant.parse("2100-01-01T00:00:00Z");
    private static final TestStore STORE = TestStore.shared();

    /** Long, so that only a step that says so lets a lease run out. */
    private static final long LEASE_MS = 3_600_000;

    @BeforeEach
    void begin() {
        STORE.begin(TENANT);
    }

    private static Rule.Spend spend(String name, long limit, long amount) {
        var budget =
                new Budget(
                        new Money(limit),
                        null,
                        BudgetWindow.MONTH,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
        return new Rule.Spend(
                RedisKeys.budget(TENANT, name, budget.id(), Instant.EPOCH),
                "app " + name,
                budget,
                amount,
                true,
                WINDOW_END);
    }

    private static Admission admission(UUID id, List<Rule> rules) {
        return new Admission(
                id, TENANT, 0, LEASE_MS, TestStore.EPOCH, "k1", "n1", "{}", true, rules);
    }

    private static AdmitReply admit(UUID id, Rule... rules) {
        return AdmitReply.read(STORE.run(NodeCalls.admit(admission(id, List.of(rules)))));
    }

    private static CallHold hold(UUID id, Rule... rules) {
        return Holds.of(id, TENANT, List.of(rules));
    }

    private static OpenHolds.Settled settled(UUID id, long money, long rateTokens, Rule... rules) {
        return new OpenHolds.Settled(
                id, TENANT, TestStore.EPOCH, List.of(rules), money, 0, rateTokens, 0);
    }

    private static String settle(UUID id, long money, Rule... rules) {
        return (String) STORE.run(NodeCalls.settle(settled(id, money, 0, rules), "")).getFirst();
    }

    /** Makes the leases of all open reservations end now. */
    private static void letLeasesRunOut() {
        var holds = RedisKeys.holds(TENANT);
        for (var id : STORE.commands().zrange(holds, 0, -1)) {
            STORE.commands().zadd(holds, 1, id);
        }
    }

    private static List<SweptReservation> sweep() {
        return SweptReservation.listOf(STORE.run(ScriptCall.sweep(TENANT, 100, Duration.ZERO)));
    }

    @Property(tries = 200)
    void theStoreDoesWhatTheModelDoes(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 9_999) Integer> steps,
            @ForAll @IntRange(min = 10, max = 300) int small,
            @ForAll boolean large) {
        STORE.begin(TENANT);
        // The large ones are beyond 2^53, where a double cannot tell neighbours apart.
        var unit = large ? 9_007_199_254_740_993L : 1L;
        var limits = Map.of("a", small * unit, "b", small / 2 * unit);
        var model = new ReservationModel(limits, 50);
        var admitted = new HashMap<UUID, Long>();
        long nowMs = 0;
        for (var step : steps) {
            var id = new UUID(7, step / 10 % 6);
            var number = step / 60;
            var amount = number % 40 * unit + (large ? number % 3 : 0);
            var rules =
                    new Rule[] {
                        spend("a", limits.get("a"), amount), spend("b", limits.get("b"), amount)
                    };
            var most = admitted.getOrDefault(id, 0L);
            switch (step % 10) {
                case 0, 1, 2 -> {
                    var expected = model.admit(id, List.of("a", "b"), amount, nowMs);
                    assertThat(outcome(admit(id, rules))).isEqualTo(expected);
                    if (expected.equals("ok")) {
                        admitted.putIfAbsent(id, amount);
                    }
                }
                case 3 -> {
                    var expected = model.raise(id, amount);
                    var reply = STORE.run(NodeCalls.raise(hold(id, rules), 0, amount));
                    assertThat(reply.getFirst().equals("refused") ? reply.get(3) : reply.getFirst())
                            .isEqualTo(expected);
                    if (expected.equals("ok")) {
                        admitted.merge(id, amount, Long::sum);
                    }
                }
                case 4 -> {
                    var carried = Math.min(most, amount);
                    var renewed = model.renew(id, carried, nowMs);
                    var reply =
                            STORE.run(
                                    NodeCalls.renew(
                                            TENANT,
                                            LEASE_MS,
                                            List.of(new Carried(id, carried, 0, 0))));
                    assertThat(reply.size() == 1).isEqualTo(renewed);
                }
                case 5, 6 -> {
                    var actual = Math.min(most, amount);
                    assertThat(settle(id, actual, rules)).isEqualTo(model.settle(id, actual));
                }
                case 7 ->
                        assertThat(
                                        STORE.run(NodeCalls.release(TENANT, id, List.of(rules)))
                                                .getFirst())
                                .isEqualTo(model.release(id));
                case 8 -> {
                    nowMs += 1_000;
                    letLeasesRunOut();
                    assertThat(sweep())
                            .extracting(SweptReservation::id)
                            .containsExactlyInAnyOrderElementsOf(model.sweep(nowMs));
                }
                default -> {
                    model.forget(id);
                    STORE.run(ScriptCall.forget(TENANT, List.of(id)));
                }
            }
            assertSame(model, rules);
        }
        letLeasesRunOut();
        sweep();
        model.sweep(nowMs + 1_000);
        assertSame(model, spend("a", limits.get("a"), 0), spend("b", limits.get("b"), 0));
        model.accounts().values().forEach(account -> assertThat(account.held).isZero());
    }

    private static String outcome(AdmitReply reply) {
        return switch (reply) {
            case AdmitReply.Admitted _ -> "ok";
            case AdmitReply.Refused refused -> refused.why();
            case AdmitReply.Closed _ -> "closed";
            case AdmitReply.Late _, AdmitReply.Revoked _, AdmitReply.OtherEpoch _ ->
                    reply.toString();
        };
    }

    private static void assertSame(ReservationModel model, Rule... rules) {
        for (var rule : rules) {
            var account = model.accounts().get(rule.owner().substring("app ".length()));
            assertThat(STORE.amount(rule.key(), "spent")).isEqualTo(account.spent);
            assertThat(STORE.amount(rule.key(), "held")).isEqualTo(account.held);
        }
        assertThat(model.keepsItsLimits()).isTrue();
    }

    @Test
    void takesAllOrNothing() {
        var wide = spend("a", 100, 60);
        var narrow = spend("b", 50, 60);
        var busy = new Rule.Concurrency(RedisKeys.concurrency(TENANT, "a"), "app a", 5);
        assertThat(admit(UUID.randomUUID(), wide, busy, narrow))
                .isInstanceOfSatisfying(
                        AdmitReply.Refused.class,
                        refused -> {
                            assertThat(refused.rule()).isEqualTo(2);
                            assertThat(refused.why()).isEqualTo("spent");
                        });
        assertThat(STORE.amount(wide.key(), "held")).isZero();
        assertThat(STORE.commands().zcard(busy.key())).isZero();
        assertThat(STORE.commands().zcard(RedisKeys.holds(TENANT))).isZero();
    }

    @Test
    void tellsHeldFromSpent() {
        var id = UUID.randomUUID();
        admit(id, spend("a", 100, 60));
        assertThat(outcome(admit(UUID.randomUUID(), spend("a", 100, 60)))).isEqualTo("held");
        settle(id, 60, spend("a", 100, 60));
        assertThat(outcome(admit(UUID.randomUUID(), spend("a", 100, 60)))).isEqualTo("spent");
        assertThat(outcome(admit(UUID.randomUUID(), spend("a", 100, 40)))).isEqualTo("ok");
    }

    @Test
    void aRateLetsItsBurstThroughAndThenItsPace() {
        var key = RedisKeys.tokenRate(TENANT, "a");
        var big = new Rule.Rate(key, "app a", true, 10_000, 1_667, 4_105);
        var id = UUID.randomUUID();
        var admitted = (AdmitReply.Admitted) admit(id, big);
        assertThat(admitted.inUse().getFirst().units()).isEqualTo(4_105);
        assertThat(admit(UUID.randomUUID(), big))
                .isInstanceOfSatisfying(
                        AdmitReply.Refused.class,
                        refused -> {
                            assertThat(refused.why()).isEqualTo("rate");
                            assertThat(refused.waitMs()).isBetween(24_000L, 24_630L);
                        });
        STORE.run(NodeCalls.settle(settled(id, 0, 2_000, big), ""));
        assertThat(admit(UUID.randomUUID(), big))
                .isInstanceOfSatisfying(
                        AdmitReply.Refused.class,
                        refused -> assertThat(refused.waitMs()).isBetween(11_000L, 12_000L));
    }

    @Test
    void placesAreLeasesThatEndWithTheCallOrWithTheNode() {
        var rule = new Rule.Concurrency(RedisKeys.concurrency(TENANT, "a"), "app a", 2);
        var first = UUID.randomUUID();
        admit(first, rule);
        admit(UUID.randomUUID(), rule);
        assertThat(outcome(admit(UUID.randomUUID(), rule))).isEqualTo("rate");
        settle(first, 0, rule);
        assertThat(outcome(admit(UUID.randomUUID(), rule))).isEqualTo("ok");
        for (var id : STORE.commands().zrange(rule.key(), 0, -1)) {
            STORE.commands().zadd(rule.key(), 1, id);
        }
        assertThat(outcome(admit(UUID.randomUUID(), rule))).isEqualTo("ok");
        assertThat(STORE.commands().zcard(rule.key())).isEqualTo(1);
    }

    @Test
    void refusesRevokedKeysLateCommandsAndAnotherLifeOfTheStore() {
        STORE.commands().sadd(RedisKeys.revoked(TENANT), "k1");
        assertThat(admit(UUID.randomUUID())).isInstanceOf(AdmitReply.Revoked.class);
        STORE.commands().del(RedisKeys.revoked(TENANT));

        var late =
                new Admission(
                        UUID.randomUUID(),
                        TENANT,
                        1,
                        LEASE_MS,
                        "e1",
                        "",
                        "n",
                        "{}",
                        true,
                        List.of());
        assertThat(AdmitReply.read(STORE.run(NodeCalls.admit(late))))
                .isInstanceOf(AdmitReply.Late.class);

        STORE.commands().del(RedisKeys.epoch(TENANT));
        assertThat(admit(UUID.randomUUID()))
                .isInstanceOfSatisfying(
                        AdmitReply.OtherEpoch.class, other -> assertThat(other.stored()).isEmpty());
    }

    @Test
    void aSliceIsDeductedButNotShownAsHeld() {
        var slice = UUID.randomUUID();
        var rule = spend("a", 100, 10);
        var taken =
                new Admission(slice, TENANT, 0, LEASE_MS, "e1", "", "n", "", true, List.of(rule));
        STORE.run(NodeCalls.admit(taken));
        assertThat(STORE.amount(rule.key(), "held")).isZero();
        assertThat(STORE.amount(rule.key(), "sliced")).isEqualTo(10);
        assertThat(outcome(admit(UUID.randomUUID(), spend("a", 100, 91)))).isEqualTo("held");
        STORE.run(NodeCalls.release(TENANT, slice, List.of()));
        assertThat(STORE.amount(rule.key(), "sliced")).isZero();
        assertThat(outcome(admit(UUID.randomUUID(), spend("a", 100, 91)))).isEqualTo("ok");
    }

    @Test
    void aRebuildLiftsCountersAndSettlesAssertedTwiceCountOnce() {
        var rule = spend("a", 1_000, 50);
        var booked = UUID.randomUUID();
        var unbooked = UUID.randomUUID();
        STORE.run(
                ScriptCall.rebuild(
                        TENANT,
                        "e2",
                        List.of(new ScriptCall.BookedWindow(rule.key(), 300, 4_102_444_800L)),
                        List.of(booked)));
        for (var id : List.of(booked, unbooked, unbooked)) {
            STORE.run(NodeCalls.settle(settled(id, 40, 0, rule), "e2"));
        }
        assertThat(STORE.amount(rule.key(), "spent")).isEqualTo(340);
        assertThat(STORE.commands().get(RedisKeys.epoch(TENANT))).isEqualTo("e2");
        assertThat(STORE.commands().ttl(rule.key())).isPositive();
    }

    /**
     * As after the store lost its content: a charge that came first would be lost in the rebuild.
     */
    @Test
    void aSettleWithoutRecordWaitsForTheRebuild() {
        var rule = spend("a", 1_000, 50);
        var call = settled(UUID.randomUUID(), 40, 0, rule);
        STORE.commands().del(RedisKeys.epoch(TENANT), rule.key());

        var early = STORE.run(NodeCalls.settle(call, "e2"));
        STORE.run(
                ScriptCall.rebuild(
                        TENANT,
                        "e2",
                        List.of(new ScriptCall.BookedWindow(rule.key(), 300, 4_102_444_800L)),
                        List.of()));
        var late = STORE.run(NodeCalls.settle(call, "e2"));

        assertThat(NodeCalls.isSettled(early)).isFalse();
        assertThat(NodeCalls.isSettled(late)).isTrue();
        assertThat(STORE.amount(rule.key(), "spent")).isEqualTo(340);
    }

    @Test
    void attemptLimitsAreTakenAndGiven() {
        var rules =
                List.<Rule>of(
                        new Rule.Rate(
                                RedisKeys.attemptTokenRate("upstream/u"),
                                "upstream u",
                                true,
                                600,
                                100,
                                100),
                        new Rule.Concurrency(
                                RedisKeys.attemptConcurrency("upstream/u"), "upstream u", 1));
        var first = UUID.randomUUID();
        var replies = new ArrayList<Object>();
        replies.add(STORE.run(NodeCalls.take(first, 0, LEASE_MS, rules)).getFirst());
        replies.add(STORE.run(NodeCalls.take(UUID.randomUUID(), 0, LEASE_MS, rules)).getFirst());
        STORE.run(NodeCalls.keep(first, LEASE_MS, rules));
        STORE.run(NodeCalls.give(first, rules, 0));
        replies.add(STORE.run(NodeCalls.take(UUID.randomUUID(), 0, LEASE_MS, rules)).getFirst());
        assertThat(replies).containsExactly("ok", "refused", "ok");
    }
}
