package dev.sluice.system.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.system.client.LedgerRow;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;

/** Official SDKs work by base URL and key alone, whatever dialect stands behind. */
@OnNodes(1)
@Order(11)
class SdksIT {
    /** One for each dialect that SDKs speak; upstreams of the others see less. */
    private static final List<String> ALIASES = List.of("to-openai", "to-anthropic", "to-gemini");

    private static final List<String> OTHERS =
            List.of("to-responses", "to-bedrock", "to-cohere", "to-dashscope", "to-ollama");

    private final List<Booking> bookings = new ArrayList<>();

    @TestFactory
    Stream<DynamicNode> everySdk(Stack stack) throws IOException {
        Path booked = Files.createTempFile(stack.directory(), "booked-", ".jsonl");
        SdkRun run =
                new SdkRun(
                        stack.file().gateway().getFirst(),
                        Map.of(
                                "main", stack.key("acme/sdks/main"),
                                "limited", stack.key("acme/sdks-limited/main"),
                                "none", "ak_nonsense"),
                        ALIASES,
                        OTHERS,
                        Stream.of(ALIASES, OTHERS, List.of("embed")).flatMap(List::stream).toList(),
                        booked.toString());
        ScenarioTable table = ScenarioTable.read();
        Stream<DynamicNode> java =
                Stream.of(
                                new OpenAiChatSdk(),
                                new OpenAiResponsesSdk(),
                                new AnthropicSdk(),
                                new GenAiSdk())
                        .map(sdk -> new SdkExam(sdk, run, table, bookings::add).tests());
        NodeExam node =
                new NodeExam(stack.project().resolve("system-tests/node"), stack.directory());
        return Stream.of(
                        java,
                        node.tests(run),
                        Stream.of(
                                DynamicTest.dynamicTest(
                                        "the ledger says the same",
                                        () -> ledgerAgrees(stack, booked))))
                .flatMap(tests -> tests);
    }

    private void ledgerAgrees(Stack stack, Path booked) throws IOException {
        for (String line : Files.readAllLines(booked)) {
            bookings.add(SluiceJson.mapper().readValue(line, Booking.class));
        }
        List<String> traces = bookings.stream().map(Booking::trace).toList();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(rows(stack).keySet()).containsAll(traces));
        Map<String, List<LedgerRow>> rows = rows(stack);
        for (Booking booking : bookings) {
            assertThat(rows.get(booking.trace())).as("%s", booking).hasSize(1);
            booking.agreesWith(rows.get(booking.trace()).getFirst());
        }
    }

    private static Map<String, List<LedgerRow>> rows(Stack stack) {
        return stack.admin().rowsOfKey("acme", "sdks", "main").stream()
                .collect(Collectors.groupingBy(LedgerRow::traceId));
    }
}
