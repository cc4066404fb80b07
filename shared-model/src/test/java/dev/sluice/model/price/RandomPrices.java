package dev.sluice.model.price;

import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Prices, tariffs and usages of every shape, by a seed. */
public final class RandomPrices {
    public static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    public static final List<String> TIERS = List.of("batch", "flex", "priority", "turbo");
    private static final List<String> CURRENCIES = List.of("USD", "CNY", "EUR", "JPY");

    private final Random random;

    public RandomPrices(long seed) {
        this.random = new Random(seed);
    }

    public Tariff tariff() {
        var rates = new HashMap<String, List<ExchangeRate>>();
        for (var currency : CURRENCIES.subList(1, CURRENCIES.size())) {
            rates.put(
                    currency,
                    List.of(
                            new ExchangeRate(FROM, decimal(1, 100_000_000, 7)),
                            new ExchangeRate(FROM.plusSeconds(86_400), decimal(1, 9_999, 4))));
        }
        var markup = random.nextInt(3) == 0 ? BigDecimal.ONE : decimal(1, 30_000, 4);
        return new Tariff(new ExchangeRates("USD", rates), currency(), markup);
    }

    private String currency() {
        return CURRENCIES.get(random.nextInt(CURRENCIES.size()));
    }

    public Price price() {
        var tiers = new ArrayList<PriceTier>();
        for (var i = random.nextInt(4); i > 0; i--) {
            tiers.add(new PriceTier(i * 1_000L + random.nextInt(1_000), perMillion()));
        }
        var bands = new ArrayList<PriceBand>();
        for (var i = random.nextInt(3); i > 0; i--) {
            bands.add(band());
        }
        var services = new HashMap<String, BigDecimal>();
        for (var tier : TIERS) {
            if (random.nextInt(3) == 0) {
                services.put(tier, decimal(0, 400, 2));
            }
        }
        return new Price(
                FROM,
                null,
                random.nextBoolean() ? null : currency(),
                perMillion(),
                maybe(0, 1_000, 6),
                maybe(0, 1_000, 4),
                maybe(0, 1_000, 5),
                tiers,
                bands,
                services);
    }

    private PriceBand band() {
        var days = new ArrayList<Weekday>();
        for (var day : Weekday.values()) {
            if (random.nextInt(3) == 0) {
                days.add(day);
            }
        }
        return new PriceBand(
                days,
                LocalTime.of(random.nextInt(24), random.nextInt(60)),
                LocalTime.of(random.nextInt(24), random.nextInt(60)),
                ZoneId.of(random.nextBoolean() ? "Asia/Shanghai" : "Europe/Berlin"),
                decimal(0, 300, 2));
    }

    private Map<TokenKind, BigDecimal> perMillion() {
        var prices = new EnumMap<TokenKind, BigDecimal>(TokenKind.class);
        for (var kind : TokenKind.values()) {
            if (random.nextInt(3) != 0) {
                prices.put(kind, decimal(0, 100_000_000, 6));
            }
        }
        return prices;
    }

    public Instant instant() {
        return FROM.plusSeconds(random.nextInt(40_000_000));
    }

    public @Nullable String asked() {
        var some = List.of("auto", "default", "nobody-knows", "flex", "priority", "batch");
        var at = random.nextInt(some.size() + 1);
        return at == some.size() ? null : some.get(at);
    }

    /** Of at most so many tokens. */
    public TokenUsage usage(long input, long output, long images, long audioMs) {
        return new TokenUsage(
                        upTo(input),
                        upTo(input),
                        upTo(input),
                        upTo(input),
                        upTo(output),
                        upTo(output),
                        upTo(input),
                        upTo(output))
                .withMedia(upTo(images), upTo(audioMs));
    }

    public long upTo(long most) {
        return random.nextInt(4) == 0 ? most : random.nextLong(most + 1);
    }

    private @Nullable BigDecimal maybe(long least, long most, int scale) {
        return random.nextBoolean() ? null : decimal(least, most, scale);
    }

    private BigDecimal decimal(long least, long most, int scale) {
        return BigDecimal.valueOf(random.nextLong(least, most + 1), scale);
    }
}
