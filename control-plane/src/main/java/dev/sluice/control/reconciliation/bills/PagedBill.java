package dev.sluice.control.reconciliation.bills;

import dev.sluice.control.uploads.JsonUpload;
import dev.sluice.control.web.Moments;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Pages of buckets of results, as OpenAI and Anthropic answer for usage and cost: one page as it
 * was answered, or a list of them.
 */
final class PagedBill {
    /** How a bucket tells its time. */
    enum Times {
        EPOCH("start_time", "end_time"),
        TEXT("starting_at", "ending_at");

        private final String start;
        private final String end;

        Times(String start, String end) {
            this.start = start;
            this.end = end;
        }

        private @Nullable Instant read(JsonNode value) {
            try {
                var at =
                        this == EPOCH && value.isIntegralNumber()
                                ? Instant.ofEpochSecond(value.asLong())
                                : OffsetDateTime.parse(value.asString("")).toInstant();
                return Moments.isUsable(at) ? at : null;
            } catch (DateTimeException unreadable) {
                return null;
            }
        }
    }

    /** What a provider's result says; the times are its bucket's. */
    interface Reading {
        Optional<BillLine> read(Instant start, Instant end, Result result);
    }

    private final Times times;
    private final Reading reading;
    private final BillFaults faults = new BillFaults();
    private final List<BillLine> lines = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private @Nullable Instant first;
    private @Nullable Instant last;

    private PagedBill(Times times, Reading reading) {
        this.times = times;
        this.reading = reading;
    }

    static Bill read(String text, Times times, Reading reading) {
        var bill = new PagedBill(times, reading);
        var root = JsonUpload.parse(text, BillFaults.FAULTY);
        if (root.isArray()) {
            for (var i = 0; i < root.size(); i++) {
                bill.page(root.get(i), "[" + i + "].", i == root.size() - 1);
            }
        } else {
            bill.page(root, "", true);
        }
        return bill.faults.finish(bill.first, bill.last, bill.lines, bill.warnings);
    }

    private void page(JsonNode page, String path, boolean isLast) {
        var buckets = page.path("data");
        if (!buckets.isArray()) {
            faults.add(null, path + "data", "must be there, and a list of buckets");
            return;
        }
        for (var i = 0; i < buckets.size(); i++) {
            bucket(buckets.get(i), path + "data[" + i + "]");
        }
        if (isLast && page.path("has_more").asBoolean(false)) {
            warnings.add("the last page says that there are more: days at the end may be missing");
        }
    }

    private void bucket(JsonNode bucket, String path) {
        var start = times.read(bucket.path(times.start));
        var end = times.read(bucket.path(times.end));
        if (start == null || end == null || !start.isBefore(end)) {
            var what = times.start + " and " + times.end;
            faults.add(null, path, "must have " + what + " in the form that the provider answers");
            return;
        }
        first = first == null || start.isBefore(first) ? start : first;
        last = last == null || end.isAfter(last) ? end : last;
        var results = bucket.path("results");
        if (!results.isArray()) {
            faults.add(null, path + ".results", "must be there, and a list");
            return;
        }
        for (var i = 0; i < results.size(); i++) {
            var result = new Result(results.get(i), path + ".results[" + i + "]", faults);
            reading.read(start, end, result).ifPresent(lines::add);
        }
    }
}
