package dev.sluice.control.allocation;

import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.model.route.GpuHour;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What each pool cost an hour at any time, as published. What was said first holds for the time
 * before it too: pools run before somebody writes down what they cost.
 */
@Component
class PoolHistory {
    /** Null where it was no pool then. */
    private record Said(Instant at, @Nullable GpuHour price) {}

    /** A span in which the price was the same. */
    record Stretch(Instant from, Instant until, GpuHour price) {}

    private final JdbcClient database;

    PoolHistory(JdbcClient database) {
        this.database = database;
    }

    /** By upstream, of those that were pools in the span, in the order of time. */
    Map<String, List<Stretch>> between(Instant from, Instant until) {
        var said = new TreeMap<String, List<Said>>();
        database.sql(
                        """
                        SELECT r.path, r.body, v.published_at
                        FROM document_revision r JOIN config_version v ON v.version = r.version
                        WHERE r.kind = 'upstream'
                        ORDER BY r.path, r.version
                        """)
                .query(row -> {
                    said.computeIfAbsent(row.getString("path"), any -> new ArrayList<>())
                            .add(
                                    new Said(
                                            row.getObject("published_at", OffsetDateTime.class)
                                                    .toInstant(),
                                            price(row.getString("body"))));
                });
        var stretches = new TreeMap<String, List<Stretch>>();
        said.forEach((upstream, changes) -> {
            var found = stretches(changes, from, until);
            if (!found.isEmpty()) {
                stretches.put(upstream, found);
            }
        });
        return stretches;
    }

    private static @Nullable GpuHour price(@Nullable String body) {
        return body == null
                ? null
                : ((Upstream) DocumentJson.parse(DocumentKind.UPSTREAM, body)).gpuHour();
    }

    private static List<Stretch> stretches(List<Said> changes, Instant from, Instant until) {
        var prices = changes.stream().dropWhile(it -> it.price() == null).toList();
        var stretches = new ArrayList<Stretch>();
        for (var i = 0; i < prices.size(); i++) {
            var price = prices.get(i).price();
            var begin = i == 0 ? Instant.EPOCH : prices.get(i).at();
            var end = i + 1 < prices.size() ? prices.get(i + 1).at() : Instant.MAX;
            var cutBegin = begin.isBefore(from) ? from : begin;
            var cutEnd = end.isAfter(until) ? until : end;
            if (price != null && cutBegin.isBefore(cutEnd)) {
                stretches.add(new Stretch(cutBegin, cutEnd, price));
            }
        }
        return stretches;
    }
}
