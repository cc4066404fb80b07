package dev.sluice.control.ledger;

import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Usage events as nodes send them, made by hand. */
public final class Calls {
    private Calls() {}

    public static UsageEvent call(
            UUID id, UsageStatus status, long costNanos, long input, long output) {
        return call(id, Uuid7.instantOf(id), status, costNanos, input, output);
    }

    public static UsageEvent call(
            UUID id,
            Instant startedAt,
            UsageStatus status,
            long costNanos,
            long input,
            long output) {
        var cost = new Money(costNanos).toString();
        var json =
                """
                {"v":1,"eventId":"%s","requestId":"req_%s","traceId":"%s","node":"node-1",
                 "status":"%s","httpStatus":200,"tenant":"payments","app":"checkout-bot",
                 "key":"prod","businessLine":"payments","operation":"chat","dialect":"openai-chat",
                 "alias":"chat","model":"m1","upstream":"u1",
                 "usageSource":"upstream","counted":{"input":%d,"output":%d},
                 "cost":"%s","providerCost":"%s","currency":"USD","configVersion":1,
                 "startedAt":"%s","firstTokenMs":5,"totalMs":20,"gatewayMs":1,"upstreamMs":19,
                 "cache":"off","attempts":[],"count":1}
                """
                        .formatted(
                                id,
                                id.toString().substring(24),
                                id.toString().replace("-", ""),
                                status.text(),
                                input,
                                output,
                                cost,
                                cost,
                                startedAt);
        return with(json, "tokens", TokenUsage.of(input, output));
    }

    public static UsageEvent with(UsageEvent event, String field, Object value) {
        return with(SluiceJson.mapper().writeValueAsString(event), field, value);
    }

    private static UsageEvent with(String json, String field, Object value) {
        var tree = (ObjectNode) SluiceJson.mapper().readTree(json);
        tree.set(field, SluiceJson.mapper().valueToTree(value));
        return SluiceJson.mapper().treeToValue(tree, UsageEvent.class);
    }

    /** The entry of an event that nothing objects to. */
    public static UsageEntry entry(UsageEvent event) {
        var costs =
                event.providerCost().equals(Money.ZERO)
                        ? Map.<String, Long>of()
                        : Map.of("u1", event.providerCost().nanos());
        return new UsageEntry(
                event,
                SluiceJson.mapper().writeValueAsString(event),
                new Rating(0, costs, event.cost().nanos(), true),
                event.status() == UsageStatus.ABANDONED ? Origin.SWEEP : Origin.EVENT);
    }
}
