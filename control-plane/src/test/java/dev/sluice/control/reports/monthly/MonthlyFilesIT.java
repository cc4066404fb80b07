package dev.sluice.control.reports.monthly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.reports.Golden;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The same calls in every form of the report. */
class MonthlyFilesIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            currency: USD
            currencies: {JPY: [{from: 2023-01-01T00:00:00Z, rate: 0.007}]}
            upstreams:
              - {name: u1, provider: openai-compatible, baseUrl: "http://127.0.0.1:1/v1"}
            models:
              - {name: m1, upstream: u1,
                 prices: [{from: 2023-01-01T00:00:00Z, perMillion: {input: 2, output: 8}}]}
            aliases:
              - {name: chat, targets: [{model: m1}]}
            tenants:
              - {name: files-berlin, timeZone: Europe/Berlin, apps: [{name: bot, aliases: [chat]}]}
              - {name: files-shanghai, timeZone: Asia/Shanghai, apps: [{name: bot, aliases: [chat]}]}
              - {name: files-tokyo, timeZone: Asia/Tokyo, currency: JPY, apps: [{name: bot, aliases: [chat]}]}
            """;
    private static final String REPORT = "/api/v1/reports/monthly?month=2023-10&format=";

    @Autowired private Ledger ledger;

    @Test
    void isOneMonthInEveryForm() throws Exception {
        CleanConfig.reset(database);
        var applied = admin().apply(FILE);
        assertThat(applied.status()).as(applied.text()).isEqualTo(200);
        bookAMonth();

        Golden.assertJson("reports/files.json", admin().get(REPORT + "json").text());
        Golden.assertText("reports/files.csv", admin().get(REPORT + "csv").text());
        Golden.assertText("reports/files.xlsx.txt", workbook());
        var focus = admin().get(REPORT + "focus").text();
        Golden.assertText("reports/files.focus.csv", focus);
        assertThat(FocusRules.faults(focus)).isEmpty();
        var unused = admin().get(REPORT + "json&tenant=files-tokyo").json().path("totals");
        assertThat(unused.path("currency").asString()).isEqualTo("JPY");
        assertThat(billedBy(focus))
                .containsEntry("files-berlin", statement("files-berlin"))
                .containsEntry("files-shanghai", statement("files-shanghai"));
    }

    /** October in Berlin is 09-30 22:00 to 10-31 23:00, in Shanghai 09-30 16:00 to 10-31 16:00. */
    private void bookAMonth() throws SQLException {
        book(call("files-berlin", "2023-09-10T12:00:00Z", "0.001"));
        var closed =
                admin().send("POST", "/api/v1/periods/2023-09/close?tenant=files-berlin", null);
        assertThat(closed.status()).as(closed.text()).isEqualTo(200);

        var first = call("files-berlin", "2023-09-30T22:00:00Z", "0.0035");
        first = Calls.with(first, "businessLine", "retail, \"EU\"");
        book(Calls.with(first, "tokens", Map.of("input", 1000, "cachedInput", 400, "output", 90)));
        book(call("files-berlin", "2023-10-15T12:00:00Z", "0.25"));
        book(call("files-berlin", "2023-10-31T22:59:59.999Z", "0.000000001"));
        var failed = call("files-berlin", "2023-10-16T00:00:00Z", "0");
        failed = Calls.with(Calls.with(failed, "status", "failed"), "tokens", Map.of("input", 0));
        book(Calls.with(failed, "model", null));
        var refused = call("files-berlin", "2023-10-17T00:00:00Z", "0");
        book(Calls.with(refused, "status", "rejected"));
        book(call("files-berlin", "2023-10-31T23:00:00Z", "9"));
        book(call("files-berlin", "2023-09-20T00:00:00Z", "0.004"));

        var picture = call("files-shanghai", "2023-09-30T16:00:00Z", "0.08");
        picture = Calls.with(picture, "tokens", Map.of("input", 0, "output", 0, "images", 2));
        book(Calls.with(Calls.with(picture, "alias", "draw"), "businessLine", null));
        adjust();
    }

    private void adjust() {
        var form =
                Map.of(
                        "tenant", "files-berlin",
                        "month", "2023-10",
                        "amount", "-0.02",
                        "reason", "goodwill, as agreed",
                        "reference", "CN-1");
        var made = admin().post("/api/v1/adjustments", form);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private static UsageEvent call(String tenant, String startedAt, String cost) {
        var at = Instant.parse(startedAt);
        var id = Uuid7.at(at.toEpochMilli());
        var event = Calls.call(id, at, UsageStatus.COMPLETED, 0, 100, 10);
        event = Calls.with(Calls.with(event, "tenant", tenant), "app", "bot");
        return Calls.with(event, "cost", cost);
    }

    private void book(UsageEvent event) throws SQLException {
        ledger.book(FeedStep.of(List.of(Calls.entry(event))));
    }

    /** When it was made is the only thing that is not always the same. */
    private String workbook() throws IOException {
        var before = Instant.now();
        var answer = admin().download(REPORT + "xlsx");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"sluice-2023-10.xlsx\"");
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
        var text = WorkbookText.of(answer.body());
        var madeAt = text.lines().filter(it -> it.startsWith("B2 text 20")).toList().getLast();
        assertThat(Instant.parse(madeAt.substring("B2 text ".length())))
                .isBetween(before, Instant.now());
        return text.replace(madeAt, "B2 text (now)");
    }

    private static Map<String, Money> billedBy(String focus) {
        var sums = new HashMap<String, Money>();
        for (var row : CsvTable.of(focus).rows()) {
            sums.merge(
                    row.get("BillingAccountId"), Money.parse(row.get("BilledCost")), Money::plus);
        }
        return sums;
    }

    private Money statement(String tenant) {
        var statement = admin().get("/api/v1/periods/2023-10/statement?tenant=" + tenant).json();
        return Money.parse(statement.path("totals").path(0).path("amount").asString());
    }
}
