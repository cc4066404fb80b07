package dev.sluice.control.metering;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.sluice.control.calendar.TenantClocks;
import dev.sluice.control.ledger.Booked;
import dev.sluice.control.ledger.Books;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.Origin;
import dev.sluice.control.ledger.UsageDays;
import dev.sluice.control.ledger.UsageEntry;
import dev.sluice.model.id.Uuid7;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What it costs to book an event: this JVM's share and PostgreSQL's, in CPU time. */
class LedgerCostIT {
    private static final Logger log = LoggerFactory.getLogger(LedgerCostIT.class);
    private static final int CALLS = Integer.getInteger("sluice.bench.calls", 2_000);
    private static final int BATCH = Integer.getInteger("sluice.bench.batch", 1_000);
    private static final int MOST_MICROS = 20_000;

    private final Random random = new Random(7);
    private final UsageRecordReader reader = new UsageRecordReader(Clock.systemUTC());
    private final Rater rater = new Rater(KnownBooks.NONE);

    @Test
    void booksCheaply() throws Exception {
        var books = new Books();
        try (var pool = new HikariDataSource()) {
            pool.setDataSource(books.dataSource());
            pool.setMaximumPoolSize(1);
            var server = serverOf(pool);
            var ledger = new Ledger(pool, new UsageDays(pool), () -> TenantClocks.ALL_UTC);
            book(ledger, CALLS); // warms up
            var serverBefore = cpuMicros(server);
            var jvmBefore = jvmMicros();
            var spent = book(ledger, CALLS);
            log.info(
                    "{} entries: read {}, rate {}, book {} CPU-µs of the thread; JVM {};"
                            + " PostgreSQL {} CPU-µs; {} ms",
                    CALLS,
                    spent[0] / 1e3 / CALLS,
                    spent[1] / 1e3 / CALLS,
                    spent[2] / 1e3 / CALLS,
                    (jvmMicros() - jvmBefore) / (double) CALLS,
                    (cpuMicros(server) - serverBefore) / (double) CALLS,
                    spent[3] / 1_000_000);
            assertThat((spent[0] + spent[1] + spent[2]) / 1_000 / CALLS).isLessThan(MOST_MICROS);
            assertThat(books.number("SELECT count(*) FROM usage_entry")).isEqualTo(2L * CALLS);
        }
    }

    private long[] book(Ledger ledger, int calls) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        var spent = new long[4];
        var first = Clock.systemUTC().instant().minus(Duration.ofHours(6));
        var all = Booked.NOTHING;
        var wall = System.nanoTime();
        for (int done = 0; done < calls; done += BATCH) {
            var payloads = new ArrayList<byte[]>();
            for (int i = 0; i < BATCH; i++) {
                payloads.add(payload(first.plusMillis((done + i) * 21_600_000L / calls)));
            }
            long t0 = threads.getCurrentThreadCpuTime();
            var sound = payloads.stream().map(it -> (ReadRecord.Sound) reader.read(it)).toList();
            long t1 = threads.getCurrentThreadCpuTime();
            var entries = new ArrayList<UsageEntry>();
            for (var it : sound) {
                entries.add(
                        new UsageEntry(
                                it.event(), it.json(), rater.rate(it.event()), Origin.EVENT));
            }
            long t2 = threads.getCurrentThreadCpuTime();
            all = ledger.book(new FeedStep(entries, List.of(), List.of()));
            assertThat(all.booked()).isEqualTo(BATCH);
            long t3 = threads.getCurrentThreadCpuTime();
            spent[0] += t1 - t0;
            spent[1] += t2 - t1;
            spent[2] += t3 - t2;
        }
        spent[3] = System.nanoTime() - wall;
        return spent;
    }

    private static long jvmMicros() {
        var os =
                (com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        return os.getProcessCpuTime() / 1_000;
    }

    private static long serverOf(HikariDataSource pool) throws Exception {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return ProcessHandle.of(row.getInt(1)).orElseThrow().parent().orElseThrow().pid();
        }
    }

    private static long cpuMicros(long server) throws IOException {
        long ticks = ticks(server, 16) + ticks(server, 17);
        ticks += ticks(server, 14) + ticks(server, 15);
        var children = ProcessHandle.of(server).orElseThrow().children().toList();
        for (var child : children) {
            ticks += ticks(child.pid(), 14) + ticks(child.pid(), 15);
        }
        return ticks * 10_000;
    }

    private static long ticks(long pid, int field) throws IOException {
        String stat;
        try {
            stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        } catch (java.io.IOException ended) {
            return 0;
        }
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[field - 3]);
    }

    private byte[] payload(Instant startedAt) {
        var id = Uuid7.at(startedAt.toEpochMilli());
        long input = 50L + random.nextInt(4_000);
        long output = 10L + random.nextInt(400);
        int app = random.nextInt(20);
        var cost = BigDecimal.valueOf(2_000 * input + 8_000 * output, 9);
        return """
        {"v":1,"eventId":"%1$s","requestId":"req_%2$s","traceId":"%2$s","node":"node-1",\
        "status":"completed","httpStatus":200,"tenant":"bench-%3$d","app":"app-%4$d","key":"prod",\
        "endUser":"user-%5$d","businessLine":"line-%6$d","operation":"chat",\
        "dialect":"openai-chat","alias":"chat","model":"bench-model-%7$d","upstream":"bench",\
        "instance":"https://api.example.com","secret":"main",\
        "tokens":{"input":%8$d,"cachedInput":0,"cacheWrite":0,"cacheWrite1h":0,"output":%9$d,\
        "reasoning":0,"audioInput":0,"audioOutput":0},\
        "counted":{"input":%8$d,"output":%9$d},"usageSource":"upstream","cost":"%10$s",\
        "providerCost":"%10$s","currency":"USD","priceVersion":"bench@2026-01-01T00:00:00Z",\
        "configVersion":1,"startedAt":"%11$s","firstTokenMs":180,"totalMs":950,"gatewayMs":3,\
        "upstreamMs":947,"finishReason":"stop","cache":"off",\
        "facts":{"stream":true,"capAsked":256,"capSent":256,"tools":false,"images":false,\
        "choices":1,"bodyBytes":512,"candidates":2},\
        "reservation":{"mode":"exact","heldMoney":"0.0003","heldTokens":356},\
        "attempts":[{"model":"bench-model-%7$d","upstream":"bench",\
        "instance":"https://api.example.com","secret":"main","httpStatus":200,\
        "tokens":{"input":%8$d,"cachedInput":0,"cacheWrite":0,"cacheWrite1h":0,"output":%9$d,\
        "reasoning":0,"audioInput":0,"audioOutput":0},\
        "counted":{"input":%8$d,"output":%9$d},"usageSource":"upstream",\
        "priceVersion":"bench@2026-01-01T00:00:00Z","cost":"%10$s","providerCost":"%10$s",\
        "startedAt":"%11$s","firstTokenMs":177,"totalMs":947}],"count":1,"extensions":{}}\
        """
                .formatted(
                        id,
                        id.toString().replace("-", ""),
                        random.nextInt(5),
                        app,
                        app * 500 + random.nextInt(500),
                        app % 3,
                        random.nextInt(4),
                        input,
                        output,
                        cost.toPlainString(),
                        startedAt)
                .getBytes(StandardCharsets.UTF_8);
    }
}
