package dev.sluice.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetMode;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.ConfigPart;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SluiceJsonTest {
    @Test
    void keepsATenantsRulesBesideItsName() {
        var json =
                """
                {"name":"payments","timeZone":"Asia/Shanghai","aliases":["chat"],\
                "budgets":[{"amount":"500.00","window":"month","mode":"strict"}]}\
                """;

        var tenant = SluiceJson.mapper().readValue(json, Tenant.class);

        assertThat(tenant.zone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
        assertThat(tenant.rulesOrNone().aliases()).containsExactly("chat");
        assertThat(tenant.rulesOrNone().budgetsOrNone())
                .containsExactly(
                        new Budget(
                                Money.parse("500"),
                                null,
                                BudgetWindow.MONTH,
                                null,
                                BudgetMode.STRICT,
                                null,
                                null,
                                null,
                                null,
                                null));
        assertThat(SluiceJson.mapper().writeValueAsString(tenant)).isEqualTo(json);
    }

    @Test
    void leavesOutWhatIsAbsent() {
        assertThat(SluiceJson.mapper().writeValueAsString(new Tenant("a", null, null)))
                .isEqualTo("{\"name\":\"a\"}");
        assertThat(SluiceJson.mapper().readValue("{\"name\":\"a\"}", Tenant.class).rulesOrNone())
                .isEqualTo(AccessRules.NONE);
    }

    @Test
    void readsPricesAsTheDecimalsThatWereWritten() {
        var model =
                SluiceJson.mapper()
                        .readValue(
                                """
                                {"name":"m","upstream":"u","prices":[{"from":"2026-01-01T00:00:00Z",
                                 "perMillion":{"input":0.70000000000000000001,"output":"1.10"}}]}\
                                """,
                                UpstreamModel.class);

        assertThat(model.prices().getFirst().perMillion())
                .containsEntry(TokenKind.INPUT, new BigDecimal("0.70000000000000000001"))
                .containsEntry(TokenKind.OUTPUT, new BigDecimal("1.10"));
    }

    @Test
    void tellsPartsApartByTheirKind() {
        ConfigPart part =
                new ConfigPart.Catalogue(1, "USD", null, null, List.of(), List.of(), List.of());

        var json = SluiceJson.mapper().writeValueAsString(part);

        assertThat(json)
                .isEqualTo(
                        "{\"kind\":\"catalogue\",\"v\":1,\"currency\":\"USD\",\"upstreams\":[],"
                                + "\"models\":[],\"aliases\":[]}");
        assertThat(SluiceJson.mapper().readValue(json, ConfigPart.class)).isEqualTo(part);
    }
}
