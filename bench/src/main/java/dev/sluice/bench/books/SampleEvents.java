package dev.sluice.bench.books;

import dev.sluice.model.id.Uuid7;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/**
 * Usage events as nodes send them: of 5 tenants with 20 apps each, an app of one business line and
 * with 500 end users, by 4 models.
 */
final class SampleEvents {
    private static final int TENANTS = 5;
    private static final int APPS = 20;
    private static final int MODELS = 4;
    private static final int USERS_OF_AN_APP = 500;
    private static final int LINES = 3;

    private final Random random = new Random(7);

    /** One call that began at the instant. */
    String at(UUID id, Instant startedAt) {
        long input = 50L + random.nextInt(4_000);
        long output = 10L + random.nextInt(400);
        int app = random.nextInt(APPS);
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
                        random.nextInt(TENANTS),
                        app,
                        app * USERS_OF_AN_APP + random.nextInt(USERS_OF_AN_APP),
                        app % LINES,
                        random.nextInt(MODELS),
                        input,
                        output,
                        cost.toPlainString(),
                        startedAt);
    }

    UUID id(Instant at) {
        return Uuid7.at(at.toEpochMilli());
    }
}
