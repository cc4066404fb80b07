package dev.sluice.control.reconciliation.bills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.web.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each provider's form, as it is published, to the last figure. */
class BillFormatTest {
    @ParameterizedTest
    @EnumSource(BillFormat.class)
    void readsEveryFigure(BillFormat format) throws IOException {
        var ending = format == BillFormat.CSV ? ".csv" : ".json";

        var bill = format.read(file(format.text() + ending));

        assertThat(text(bill)).isEqualTo(file(format.text() + ".txt"));
    }

    private static String text(Bill bill) {
        var out = new StringBuilder();
        out.append(bill.firstDay()).append(" to ").append(bill.lastDay()).append(' ');
        out.append(Objects.requireNonNullElse(bill.currency(), "-")).append('\n');
        for (var line : bill.lines()) {
            var tokens = line.tokens();
            out.append(
                    "%s %s %s %s %s %s %s %s%n"
                            .formatted(
                                    line.startsAt(),
                                    line.endsAt(),
                                    orDash(line.model()),
                                    orDash(line.key()),
                                    orDash(line.item()),
                                    line.requests() == null ? "-" : line.requests(),
                                    tokens == null
                                            ? "-"
                                            : "%d/%d/%d/%d"
                                                    .formatted(
                                                            tokens.input(),
                                                            tokens.cachedInput(),
                                                            tokens.cacheWrite(),
                                                            tokens.output()),
                                    line.amount() == null ? "-" : line.amount()));
        }
        bill.warnings().forEach(it -> out.append("! ").append(it).append('\n'));
        return out.toString();
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static String file(String name) throws IOException {
        try (var in = BillFormatTest.class.getResourceAsStream("/golden/reconciliation/" + name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "openai-usage|{\"data\": 1}|data: must be there, and a list of buckets",
                "openai-usage|{\"data\": [{\"results\": []}]}|data[0]: must have start_time and end_time",
                "openai-usage|{\"data\": [{\"start_time\": 1, \"end_time\": 2, \"results\": [{\"input_tokens\": 1.5}]}]}|data[0].results[0].input_tokens: must be a whole number",
                "openai-usage|{\"data\": [{\"start_time\": 1, \"end_time\": 2, \"results\": [{\"input_tokens\": -1}]}]}|data[0].results[0].input_tokens: must be a whole number",
                "openai-usage|{\"data\": [{\"start_time\": 1, \"end_time\": 2, \"results\": [{\"input_tokens\": 1e999999999}]}]}|must be",
                "openai-usage|{\"data\": []}|covers no day",
                "openai-costs|{\"data\": [{\"start_time\": 1, \"end_time\": 2, \"results\": [{\"amount\": {\"value\": \"x\", \"currency\": \"usd\"}}]}]}|data[0].results[0].amount.value: must be a number",
                "openai-costs|{\"data\": [{\"start_time\": 1, \"end_time\": 2, \"results\": [{\"amount\": {\"value\": 1}}]}]}|data[0].results[0].amount.currency: '' is not a currency",
                "anthropic-cost|{\"data\": [{\"starting_at\": \"x\", \"ending_at\": \"y\", \"results\": []}]}|data[0]: must have starting_at and ending_at",
                "anthropic-usage|{|is not JSON",
                "csv|time,model,inputs|inputs: is not a column",
                "csv|model|time: is missing among the columns",
            })
    void namesWhatIsWrongByItsPlace(String format, String text, String expected) {
        assertThatThrownBy(() -> BillFormat.find(format).orElseThrow().read(text))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(
                                                Objects.requireNonNull(
                                                                refusal.error().error().faults())
                                                        .stream()
                                                        .map(it -> it.path() + ": " + it.message())
                                                        .toList())
                                        .anyMatch(it -> it.contains(expected)));
    }

    @Test
    void refusesATableThatTellsNothingOrContradictsItself() {
        assertThatThrownBy(() -> BillFormat.CSV.read("time,model,key\n2024-06-10,m,k\n"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.error().error().toString())
                                        .contains("tells neither tokens nor money"));
        assertThatThrownBy(() ->
                        BillFormat.CSV.read("time,model,input,cachedInput\n2024-06-10,m,5,10\n"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.error().error().toString())
                                        .contains("is all of the input"));
        assertThat(BillFormat.CSV.read("time,model,cachedInput\n2024-06-10,m,10\n").lines())
                .hasSize(1);
    }

    @Test
    void namesTheLineOfATable() {
        assertThatThrownBy(() ->
                        BillFormat.CSV.read(
                                """
                                time,model,input,amount,currency
                                2024-06-10,m,1,1,USD
                                yesterday,m,1,1,USD
                                2024-06-10,m,x,1,EUR
                                """))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(
                                                Objects.requireNonNull(
                                                                refusal.error().error().faults())
                                                        .stream()
                                                        .map(it -> it.line() + " " + it.path())
                                                        .toList())
                                        .containsExactly("3 time", "4 input", "4 currency"));
    }
}
