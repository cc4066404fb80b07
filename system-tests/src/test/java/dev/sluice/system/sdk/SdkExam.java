package dev.sluice.system.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.model.json.SluiceJson;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import tools.jackson.databind.JsonNode;

/** The scenarios for one SDK, against each alias, whole and streamed. */
record SdkExam(Sdk sdk, SdkRun run, ScenarioTable table, Consumer<Booking> books) {

    DynamicContainer tests() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String alias : run.allAliases()) {
            for (ScenarioTable.Scenario scenario : table.scenarios()) {
                for (String way : List.of("whole", "stream")) {
                    if (scenario.reaches(alias, run.aliases())
                            && (scenario.only() == null || scenario.only().equals(way))) {
                        tests.add(
                                DynamicTest.dynamicTest(
                                        alias + " " + way + ": " + scenario.name(),
                                        () -> sit(scenario, alias, way.equals("stream"))));
                    }
                }
            }
        }
        for (String alias : run.aliases()) {
            tests.add(DynamicTest.dynamicTest(alias + ": counts tokens", () -> count(alias)));
        }
        tests.add(DynamicTest.dynamicTest("lists the models of its key", this::models));
        tests.add(DynamicTest.dynamicTest("embeds", this::embed));
        return DynamicContainer.dynamicContainer(sdk.name(), tests.stream().onClose(sdk::close));
    }

    private void sit(ScenarioTable.Scenario scenario, String alias, boolean streamed) {
        ScenarioTable.Given given = scenario.ask();
        ScenarioTable.Expected expected = scenario.expect();
        Ask ask = ask(given, alias);
        List<String> heard = new ArrayList<>();
        Predicate<String> piece =
                text -> {
                    heard.add(text);
                    return given.leaveAfter() != null && heard.size() >= given.leaveAfter();
                };
        if (expected.fault() != null) {
            int times = given.times() == null ? 1 : given.times();
            Throwable error =
                    catchThrowable(() -> {
                        for (int i = 0; i < times; i++) {
                            once(ask, streamed, piece);
                        }
                    });
            faultIs(error, expected.fault());
            if (expected.heard() != null) {
                assertThat(String.join("", heard)).isEqualTo(expected.heard());
            }
        } else {
            converse(ask, expected, streamed, piece, heard);
        }
        if (expected.booked() != null) {
            books.accept(new Booking(ask.trace(), expected.booked(), null, null, null, null));
        }
    }

    private void converse(
            Ask first,
            ScenarioTable.Expected expected,
            boolean streamed,
            Predicate<String> piece,
            List<String> heard) {
        Ask ask = first;
        Optional<Said> said = once(ask, streamed, piece);
        if (!ask.results().isEmpty()) {
            Said wanted = said.orElseThrow();
            books.accept(Booking.of(ask.trace(), wanted.usage()));
            ask = ask.answering(wanted.calls(), newTrace());
            heard.clear();
            said = once(ask, streamed, piece);
        }
        if (said.isEmpty()) {
            assertThat(heard).isNotEmpty();
            return;
        }
        meets(said.get(), expected);
        if (streamed) {
            assertThat(String.join("", heard)).isEqualTo(said.get().text());
        }
        books.accept(Booking.of(ask.trace(), said.get().usage()));
    }

    private Optional<Said> once(Ask ask, boolean streamed, Predicate<String> piece) {
        return streamed ? sdk.stream(ask, piece) : Optional.of(sdk.whole(ask));
    }

    private void faultIs(Throwable error, ScenarioTable.WantedFault wanted) {
        assertThat(error).as("an error").isNotNull();
        Sdk.Fault fault = sdk.fault(error);
        if (wanted.kind() != null) {
            assertThat(fault.kind()).as("%s", error).isEqualTo(wanted.kind());
        }
        if (wanted.status() != null) {
            assertThat(fault.status()).isEqualTo(wanted.status());
        }
        if (wanted.says() != null) {
            assertThat(fault.message()).containsPattern(wanted.says());
        }
        if (wanted.retryAfter() && fault.retryAfter() != null) {
            assertThat(Long.parseLong(fault.retryAfter())).isPositive();
        }
    }

    private static void meets(Said said, ScenarioTable.Expected expected) {
        if (expected.text() != null) {
            assertThat(said.text()).isEqualTo(expected.text());
        }
        if (expected.thoughts() != null && said.thoughts() != null) {
            assertThat(said.thoughts()).isEqualTo(expected.thoughts());
        }
        if (expected.stop() != null) {
            assertThat(said.stop()).isEqualTo(expected.stop());
        }
        List<ScenarioTable.WantedCall> wanted =
                expected.calls() == null ? List.of() : expected.calls();
        assertThat(said.calls())
                .extracting(call -> new ScenarioTable.WantedCall(call.name(), call.arguments()))
                .isEqualTo(wanted);
        assertThat(said.calls())
                .extracting(Said.ToolCall::id)
                .filteredOn(id -> !id.isEmpty())
                .doesNotHaveDuplicates();
        if (expected.output() != null) {
            assertThat(said.usage().output()).isEqualTo(expected.output());
        }
        if (expected.cached() != null) {
            assertThat(said.usage().cached()).isEqualTo(expected.cached());
        }
        if (expected.retold() != null) {
            retells(SluiceJson.mapper().readTree(said.text()), expected.retold());
        }
    }

    private static void retells(JsonNode told, JsonNode wanted) {
        wanted.propertyStream()
                .forEach(field -> {
                    JsonNode value = told.path(field.getKey());
                    if (!field.getKey().equals("results")) {
                        assertThat(value).as(field.getKey()).isEqualTo(field.getValue());
                        return;
                    }
                    // Where results are objects, the text is a field of them.
                    assertThat(value.size()).isEqualTo(field.getValue().size());
                    for (int i = 0; i < value.size(); i++) {
                        assertThat(value.path(i).asString(""))
                                .contains(field.getValue().path(i).asString());
                    }
                });
    }

    private void count(String alias) {
        Ask ask = ask(plain("#sim tokens=1\nHow high is the water?", alias), alias);
        sdk.count(ask)
                .ifPresent(counted -> {
                    Said.Usage usage = sdk.whole(ask).usage();
                    books.accept(
                            new Booking(
                                    ask.trace(),
                                    "completed",
                                    usage.input(),
                                    usage.cached(),
                                    usage.output(),
                                    counted));
                });
    }

    private void models() {
        sdk.models(ask(plain("", ""), ""))
                .ifPresent(names ->
                        assertThat(names).containsExactlyInAnyOrderElementsOf(run.visible()));
    }

    private void embed() {
        Ask ask = ask(plain("", "embed"), "embed");
        sdk.embed(ask, List.of("water", "wheel"))
                .ifPresent(vectors -> {
                    assertThat(vectors.sizes()).containsExactly(64, 64);
                    vectors.input().ifPresent(input -> assertThat(input).isEqualTo(4));
                    books.accept(new Booking(ask.trace(), "completed", 4L, null, null, null));
                });
    }

    private static ScenarioTable.Given plain(String prompt, String alias) {
        return new ScenarioTable.Given(
                prompt, alias, null, null, null, false, null, false, false, false, null, null);
    }

    private Ask ask(ScenarioTable.Given given, String alias) {
        return new Ask(
                run.gateway(),
                run.key(given.key() == null ? "main" : given.key()),
                newTrace(),
                given.alias() == null ? alias : given.alias(),
                given.prompt(),
                given.cap() == null ? 400 : given.cap(),
                given.system(),
                given.tools() ? table.tools() : List.of(),
                given.schema() ? table.schema() : null,
                given.image() ? table.image() : null,
                given.thoughts(),
                List.of(),
                given.results() == null ? List.of() : given.results());
    }

    private static String newTrace() {
        byte[] id = new byte[16];
        ThreadLocalRandom.current().nextBytes(id);
        return HexFormat.of().formatHex(id);
    }
}
