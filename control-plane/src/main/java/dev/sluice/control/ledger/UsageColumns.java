package dev.sluice.control.ledger;

import dev.sluice.control.ledger.UsageEntry.Placed;
import dev.sluice.control.ledger.copy.CopyRows;
import dev.sluice.control.ledger.copy.CopyRows.Json;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.RequestFacts;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of a usage entry, named and filled in one place, as COPY takes them. */
final class UsageColumns {
    private record Column(String name, Function<Placed, @Nullable Object> value) {}

    private static final List<Column> COLUMNS =
            List.of(
                    new Column("day", call -> call.entry().day()),
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
                    rating("overrun_nanos", rating -> rating.overrunNanos()),
                    rating("provider_cost_nanos", rating -> rating.providerTotalNanos()),
                    rating("provider_costs", UsageColumns::providerCosts),
                    event("currency", UsageEvent::currency),
                    event("provider_currency", UsageEvent::providerCurrency),
                    event("price_version", UsageEvent::priceVersion),
                    event("config_version", UsageEvent::configVersion),
                    rating("rated_nanos", rating -> rating.ratedNanos()),
                    rating("cost_agrees", rating -> rating.agrees()),
                    new Column("used_in", Placed::usedIn),
                    new Column("billed_in", Placed::billedIn),
                    event("truncated", UsageColumns::isTruncated),
                    event("cap_asked", event -> capAsked(event.facts())),
                    event("attempts", event -> event.attempts().size()),
                    event("first_model", UsageColumns::firstModel),
                    new Column("origin", call -> call.entry().origin().text()),
                    new Column("event", call -> call.entry().json()));

    private static final int USUAL_ROW_BYTES = 3_000;

    private static final Set<String> CUT = Set.of("length", "max_tokens", "max_output_tokens");

    private static final Set<String> MONTHS = Set.of("used_in", "billed_in");

    /** All columns that an entry fills; {@code booked_at} has its default. */
    static final String NAMES =
            COLUMNS.stream().map(Column::name).collect(Collectors.joining(", "));

    private UsageColumns() {}

    private static Column event(String name, Function<UsageEvent, @Nullable Object> value) {
        return new Column(name, call -> value.apply(call.event()));
    }

    private static Column tokens(String name, Function<TokenUsage, Long> value) {
        return new Column(name, call -> value.apply(call.event().tokens()));
    }

    private static Column rating(String name, Function<Rating, @Nullable Object> value) {
        return new Column(name, call -> value.apply(call.entry().rating()));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** At its output cap, in the words of OpenAI's and other dialects. */
    private static boolean isTruncated(UsageEvent event) {
        var reason = event.finishReason();
        return reason != null && CUT.contains(reason.toLowerCase(Locale.ROOT));
    }

    /** A sweeper's event knows no facts. */
    private static @Nullable Long capAsked(@Nullable RequestFacts facts) {
        return facts == null ? null : facts.capAsked();
    }

    private static String firstModel(UsageEvent event) {
        return event.attempts().isEmpty() ? "" : event.attempts().getFirst().model();
    }

    private static Json providerCosts(Rating rating) {
        return new Json(SluiceJson.mapper().writeValueAsString(rating.providerCostNanos()));
    }

    /** The names, each with the alias of a table before it. */
    static String namesOf(String table) {
        return namesOf(table, table);
    }

    /** The same, with the months of another one. */
    static String namesOf(String table, String ofMonths) {
        return COLUMNS.stream()
                .map(Column::name)
                .map(name -> (isMonth(name) ? ofMonths : table) + "." + name)
                .collect(Collectors.joining(", "));
    }

    static boolean isMonth(String name) {
        return MONTHS.contains(name);
    }

    /** What stands in a column. */
    static Function<Placed, @Nullable Object> valueOf(String name) {
        return COLUMNS.stream()
                .filter(column -> column.name().equals(name))
                .map(Column::value)
                .findFirst()
                .orElseThrow();
    }

    /** Rows as COPY takes them, with the columns of {@link #NAMES}. */
    static CopyRows rowsOf(List<Placed> calls) {
        var rows = new CopyRows(COLUMNS.size(), calls.size() * USUAL_ROW_BYTES);
        for (var call : calls) {
            rows.begin();
            for (var column : COLUMNS) {
                rows.value(column.value().apply(call));
            }
        }
        return rows;
    }
}
