package dev.sluice.bench.hotpath;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.Charge;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a call costs, as node and ledger reckon it: finding the price, its lines, the rounding. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RatingBenchmark {
    private static final Instant AT = Instant.parse("2026-11-30T23:30:00Z");
    private static final PriceBook FLAT =
            SluiceJson.read(
                    """
                    {"model":"flat","prices":[{"from":"2026-01-01T00:00:00Z",
                     "perMillion":{"input":2.5,"cachedInput":0.25,"output":10}}]}
                    """,
                    PriceBook.class);
    private static final PriceBook SHAPED =
            SluiceJson.read(
                    """
                    {"model":"shaped","prices":[{"from":"2026-01-01T00:00:00Z","currency":"CNY",
                     "perMillion":{"input":2.5,"cachedInput":0.25,"output":10},
                     "tiers":[{"aboveInputTokens":32000,
                               "perMillion":{"input":4,"cachedInput":0.4,"output":14}},
                              {"aboveInputTokens":128000,
                               "perMillion":{"input":5,"cachedInput":0.5,"output":15}}],
                     "bands":[{"days":["mon","tue","wed","thu","fri"],"from":"23:00","to":"07:00",
                               "timeZone":"Europe/Berlin","factor":0.5}],
                     "serviceTiers":{"batch":0.5,"priority":2}}]}
                    """,
                    PriceBook.class);
    private static final ExchangeRates RATES =
            SluiceJson.read(
                    """
                    {"currency":"USD","rates":{
                     "CNY":[{"from":"2026-01-01T00:00:00Z","rate":0.14}],
                     "EUR":[{"from":"2026-01-01T00:00:00Z","rate":1.08}]}}
                    """,
                    ExchangeRates.class);
    private static final Tariff PLAIN = Tariff.plain(ExchangeRates.none("USD"));
    private static final Tariff FOREIGN = new Tariff(RATES, "EUR", new BigDecimal("1.05"));
    private static final TokenUsage USAGE =
            new TokenUsage(40_000, 10_000, 0, 0, 700, 0, 0, 0).servedAt("priority");

    /** One price for each kind of token. */
    @Benchmark
    public Charge flat() {
        return PLAIN.quote(FLAT, AT).orElseThrow().charge(USAGE);
    }

    /**
     * Tiers, a band, a service tier, a price and a tenant in currencies of their own, a mark-up.
     */
    @Benchmark
    public Charge shaped() {
        return FOREIGN.quote(SHAPED, AT).orElseThrow().charge(USAGE);
    }
}
