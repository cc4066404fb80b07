package dev.sluice.control.ledger;

import dev.sluice.control.calendar.BillingPeriod;
import dev.sluice.control.calendar.TenantClocks;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import java.io.Reader;
import java.io.StringReader;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of a usage entry, named and filled in one place, as COPY takes them. */
final class UsageColumns {
    private record Column(String name, BiFunction<UsageEntry, LocalDate, @Nullable Object> value) {
        Column(String name, Function<UsageEntry, @Nullable Object> value) {
            this(name, (entry, month) -> value.apply(entry));
        }
    }

    private static final List<Column> COLUMNS =
            List.of(
                    new Column("day", UsageEntry::day),
                    event("event_id", UsageEvent::eventId),
                    event("started_at", UsageEvent::startedAt),
                    event("status", event -> event.status().text()),
                    event("http_status", UsageEvent::httpStatus),
                    event("error_code", UsageEvent::errorCode),
                    event("request_id", UsageEvent::requestId),
                    event("trace_id", UsageEvent::traceId),
                    event("node", UsageEvent::node),
                    event("tenant", UsageEvent::tenant),
                    event("app", UsageEvent::app),
                    event("key_name", UsageEvent::key),
                    event("sub_key", event -> orEmpty(event.subKey())),
                    event("end_user", event -> orEmpty(event.endUser())),
                    event("business_line", event -> orEmpty(event.businessLine())),
                    event("alias", UsageEvent::alias),
                    event("model", event -> orEmpty(event.model())),
                    event("upstream", event -> orEmpty(event.upstream())),
                    event("request_count", UsageEvent::count),
                    tokens("tokens_input", TokenUsage::input),
                    tokens("tokens_cached_input", TokenUsage::cachedInput),
                    tokens(
                            "tokens_cache_write",
                            usage -> usage.cacheWrite() + usage.cacheWrite1h()),
                    tokens("tokens_output", TokenUsage::output),
                    tokens("tokens_reasoning", TokenUsage::reasoning),
                    tokens("tokens_audio_input", TokenUsage::audioInput),
                    tokens("tokens_audio_output", TokenUsage::audioOutput),
                    event("first_token_ms", UsageEvent::firstTokenMs),
                    event("total_ms", UsageEvent::totalMs),
                    event("gateway_ms", UsageEvent::gatewayMs),
                    event("cost_nanos", event -> event.cost().nanos()),
                    new Column("overrun_nanos", entry -> entry.rating().overrunNanos()),
                    new Column("provider_cost_nanos", entry -> entry.rating().providerTotalNanos()),
                    new Column("provider_costs", entry -> providerCosts(entry.rating())),
                    event("currency", UsageEvent::currency),
                    event("provider_currency", UsageEvent::providerCurrency),
                    event("price_version", UsageEvent::priceVersion),
                    event("config_version", UsageEvent::configVersion),
                    new Column("rated_nanos", entry -> entry.rating().ratedNanos()),
                    new Column("cost_agrees", entry -> entry.rating().agrees()),
                    // Booked into the month in which the call was made, unless that is closed.
                    new Column("used_in", (entry, month) -> month),
                    new Column("billed_in", (entry, month) -> month),
                    new Column("origin", entry -> entry.origin().text()),
                    new Column("event", UsageEntry::json));

    private static final Set<String> MONTHS = Set.of("used_in", "billed_in");

    /** All columns that an entry fills; {@code booked_at} has its default. */
    static final String NAMES =
            COLUMNS.stream().map(Column::name).collect(Collectors.joining(", "));

    private UsageColumns() {}

    private static Column event(String name, Function<UsageEvent, @Nullable Object> value) {
        return new Column(name, entry -> value.apply(entry.event()));
    }

    private static Column tokens(String name, Function<TokenUsage, Long> value) {
        return new Column(name, entry -> value.apply(entry.event().tokens()));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String providerCosts(Rating rating) {
        return SluiceJson.mapper().writeValueAsString(rating.providerCostNanos());
    }

    /** The names, each with the alias of a table before it. */
    static String namesOf(String table) {
        return namesOf(table, table);
    }

    /** The same, with the months of another one. */
    static String namesOf(String table, String ofMonths) {
        return COLUMNS.stream()
                .map(Column::name)
                .map(name -> (MONTHS.contains(name) ? ofMonths : table) + "." + name)
                .collect(Collectors.joining(", "));
    }

    /** Rows in COPY's text format. */
    static Reader copyText(List<UsageEntry> entries, TenantClocks clocks) {
        var out = new StringBuilder(entries.size() * 1024);
        for (var entry : entries) {
            var month = monthOf(entry.event(), clocks);
            var separator = "";
            for (var column : COLUMNS) {
                out.append(separator);
                appendEscaped(out, column.value().apply(entry, month));
                separator = "\t";
            }
            out.append('\n');
        }
        return new StringReader(out.toString());
    }

    private static LocalDate monthOf(UsageEvent event, TenantClocks clocks) {
        var period = clocks.of(event.tenant()).periodOf(event.startedAt());
        return BillingPeriod.columnOf(period.month());
    }

    private static void appendEscaped(StringBuilder out, @Nullable Object value) {
        if (value == null) {
            out.append("\\N");
            return;
        }
        var text = value.toString();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                default -> out.append(c);
            }
        }
    }
}
