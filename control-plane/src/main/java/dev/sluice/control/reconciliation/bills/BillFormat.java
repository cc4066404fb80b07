package dev.sluice.control.reconciliation.bills;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The forms in which bills may come. */
public enum BillFormat {
    OPENAI_COSTS,
    OPENAI_USAGE,
    ANTHROPIC_USAGE,
    ANTHROPIC_COST,
    CSV;

    public static Optional<BillFormat> find(String name) {
        return Arrays.stream(values()).filter(it -> it.text().equals(name)).findFirst();
    }

    public static String all() {
        return Arrays.stream(values()).map(BillFormat::text).collect(Collectors.joining(", "));
    }

    /** As it is asked for. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Fails with every fault. */
    public Bill read(String text) {
        return switch (this) {
            case OPENAI_COSTS -> PagedBill.read(text, PagedBill.Times.EPOCH, OpenAiResults::cost);
            case OPENAI_USAGE -> PagedBill.read(text, PagedBill.Times.EPOCH, OpenAiResults::usage);
            case ANTHROPIC_USAGE ->
                    PagedBill.read(text, PagedBill.Times.TEXT, AnthropicResults::usage);
            case ANTHROPIC_COST ->
                    PagedBill.read(text, PagedBill.Times.TEXT, AnthropicResults::cost);
            case CSV -> CsvBill.read(text);
        };
    }
}
