package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.AttemptReport;
import dev.sluice.dataplane.call.AttemptReport.MediaCount;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.metering.Journal;
import dev.sluice.dataplane.metering.JournalUsageRecorder;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.access.App;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.usage.TokenUsage;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The books of one node over a real Redis, and calls for them: 10 input tokens, 90 at most out. */
final class TestQuota implements AutoCloseable {
    /** 1 USD a token in, 10 out. */
    static final String MODEL =
            "{\"name\":\"m\",\"upstream\":\"u\",\"prices\":[{\"from\":\"2020-01-01T00:00:00Z\","
                    + "\"perMillion\":{\"input\":1000000,\"output\":10000000}}]}";

    static final long DOLLAR = 1_000_000_000L;

    /** 10 tokens in and 90 out. */
    static final long WORST_NANOS = 910 * DOLLAR;

    final Vertx vertx = Vertx.vertx();
    final Quota quota;
    private final Journal journal;
    private final JournalUsageRecorder recorder;

    TestQuota(String node, String url) {
        this(node, url, Duration.ofSeconds(30), Duration.ofSeconds(5));
    }

    TestQuota(String node, String url, Duration lease, Duration renewal) {
        try {
            journal = Journal.open(Files.createTempDirectory("journal"), 1L << 30);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        recorder = new JournalUsageRecorder(vertx, journal, node, InstantSource.system());
        var settings = new QuotaSettings(node, lease, renewal, Duration.ofMillis(100));
        quota = new Quota(vertx, url, settings, new TenTokens(), recorder, InstantSource.system());
    }

    private static final class TenTokens implements InputCounter {
        @Override
        public Future<Long> count(Call call, UpstreamModel model) {
            return Future.succeededFuture(10L);
        }

        @Override
        public long worstCase(UpstreamModel model, long counted) {
            return counted;
        }
    }

    static RoutePlan plan(String tenant, String appRules) {
        return plan(tenant, appRules, MODEL, "{\"name\":\"u\",\"provider\":\"openai\"}");
    }

    static RoutePlan plan(String tenant, String appRules, String modelJson, String upstreamJson) {
        var mapper = SluiceJson.mapper();
        var app = mapper.readValue("{\"name\":\"bot\"," + appRules + "}", App.class);
        var model = mapper.readValue(modelJson, UpstreamModel.class);
        var upstream = mapper.readValue(upstreamJson, Upstream.class);
        var alias =
                mapper.readValue(
                        "{\"name\":\"chat\",\"targets\":[{\"model\":\"m\"}]}", ModelAlias.class);
        var key =
                new KeyEntry(
                        "key-1",
                        new KeyPath(tenant, "bot", "prod", null),
                        List.of(KeyState.ACTIVE),
                        List.of(
                                new Tenant(tenant, null, null),
                                app,
                                new AppKey("prod", null, null)),
                        ZoneOffset.UTC,
                        Set.of("chat"),
                        null,
                        null,
                        List.of(),
                        null);
        var snapshot =
                new Snapshot(
                        1,
                        "USD",
                        Map.of("u", upstream),
                        Map.of("m", model),
                        Map.of("chat", alias),
                        Map.of(),
                        Map.of());
        var body = "{\"model\":\"chat\"}".getBytes(StandardCharsets.UTF_8);
        var call =
                new Call(
                        Uuid7.next(InstantSource.system()),
                        "req",
                        "trace",
                        null,
                        InstantSource.system().instant(),
                        System.nanoTime(),
                        Door.of(Dialect.OPENAI_CHAT, Operation.CHAT),
                        CallerWishes.NONE,
                        JsonFields.scan(body),
                        new Envelope(
                                "chat", true, false, 90L, "max_tokens", 1, 1, false, false, null),
                        null,
                        "10.0.0.1",
                        snapshot);
        var grant = new Grant(call, new Caller(key, "10.0.0.1"), alias);
        return new RoutePlan(
                grant, List.of(new Candidate(alias, model, upstream, "only")), 90L, List.of());
    }

    /** On an event loop, as calls are. */
    ReservedCall reserve(RoutePlan plan) throws Exception {
        return await(onLoop(plan));
    }

    Future<ReservedCall> onLoop(RoutePlan plan) {
        Promise<ReservedCall> done = Promise.promise();
        vertx.runOnContext(_ -> quota.reserver().reserve(plan).onComplete(done));
        return done.future();
    }

    /** Records and settles with so many tokens of output. */
    Settlement settle(ReservedCall reserved, TokenUsage usage) throws Exception {
        var report =
                new AttemptReport(
                        reserved.plan().candidates().getFirst(),
                        null,
                        null,
                        200,
                        null,
                        usage,
                        usage.output(),
                        true,
                        null,
                        "stop",
                        Instant.EPOCH,
                        1L,
                        1,
                        MediaCount.NONE);
        var settlement =
                await(recorder.record(reserved, new Outcome.Completed(List.of(report), 200, 1)));
        await(quota.settler().settle(reserved, settlement));
        return settlement;
    }

    static <T> T await(Future<T> future) throws Exception {
        try {
            return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    void awaitShared() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(quota::isShared);
    }

    /** The key of the app's monthly money budget. */
    static String budgetKey(String tenant) {
        var budget =
                new Budget(
                        Money.ZERO,
                        null,
                        BudgetWindow.MONTH,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
        var now = InstantSource.system().instant();
        return RedisKeys.budget(
                tenant,
                tenant + "/bot",
                budget.id(),
                BudgetWindow.MONTH.startOf(now, ZoneOffset.UTC));
    }

    @Override
    public void close() {
        recorder.close();
        quota.close();
        try {
            await(vertx.close());
        } catch (Exception late) {
            throw new IllegalStateException(late);
        }
        journal.close();
    }
}
