package dev.sluice.admin.prices;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.details.Details;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Pre;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.SecretDialog;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Origins;
import dev.sluice.admin.forms.PriceText;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.prices.PriceImport;
import dev.sluice.control.prices.PriceImport.Action;
import dev.sluice.control.prices.PriceImport.Model;
import dev.sluice.control.prices.PriceImport.Why;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.Price;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What a price list would change, model by model, and what of it is left aside. */
class PricePlan extends Div {
    PricePlan(PriceImport plan) {
        addClassName("stack");
        add(counts(plan), grid(plan));
        if (!plan.notListed().isEmpty()) {
            add(remark("prices.notListed", String.join(", ", plan.notListed())));
        }
        if (plan.unused().count() > 0) {
            add(
                    remark(
                            "prices.unused",
                            Figures.count(plan.unused().count()),
                            String.join(", ", plan.unused().first())));
        }
        if (!plan.yaml().isEmpty()) {
            add(yaml(plan.yaml()));
        }
    }

    /** Only what the console manages can wait in a draft. */
    static boolean canBeDrafted(PriceImport plan) {
        return plan.models().stream()
                .anyMatch(it -> isChange(it) && it.managedBy() == ManagedBy.CONSOLE);
    }

    private static boolean isChange(Model model) {
        return model.action() == Action.ADD || model.action() == Action.REPLACE;
    }

    private static Component counts(PriceImport plan) {
        var counts = new Div();
        counts.setId("price-counts");
        counts.addClassName("marks-bar");
        Arrays.stream(Action.values())
                .forEach(action -> {
                    var count = plan.models().stream().filter(it -> it.action() == action).count();
                    counts.add(new Mark(word(action) + " " + Figures.count(count), tone(action)));
                });
        counts.add(
                new Span(Words.text("prices.read", Words.text("prices.format." + plan.format()))));
        return counts;
    }

    private static String word(Action action) {
        return Words.text("prices.action." + action.text());
    }

    private static Mark.Tone tone(Action action) {
        return switch (action) {
            case ADD -> Mark.Tone.GOOD;
            case REPLACE -> Mark.Tone.WARNING;
            case UNCHANGED -> Mark.Tone.PLAIN;
            case REFUSE -> Mark.Tone.BAD;
        };
    }

    private static Component grid(PriceImport plan) {
        Grid<Model> grid = Columns.grid();
        grid.setId("price-models");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        grid.setEmptyStateText(Words.text("prices.noneOfOurs"));
        Columns.part(grid, "prices.action", PricePlan::action);
        Columns.part(grid, "word.model", it -> wrapped(name(it)))
                .setAutoWidth(false)
                .setFlexGrow(1);
        Columns.text(grid, "prices.starts", it -> Figures.time(it.from()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.part(grid, "prices.before", it -> wrapped(price(it.before())))
                .setAutoWidth(false)
                .setFlexGrow(2);
        Columns.part(grid, "prices.after", it -> wrapped(price(it.after())))
                .setAutoWidth(false)
                .setFlexGrow(2);
        Columns.part(grid, "prices.notTaken", it -> wrapped(aside(it)))
                .setAutoWidth(false)
                .setFlexGrow(3);
        grid.setItems(plan.models());
        return grid;
    }

    private static Component action(Model model) {
        var marks = new Div(new Mark(word(model.action()), tone(model.action())));
        marks.addClassName("marks-bar");
        if (model.managedBy() == ManagedBy.FILE) {
            marks.add(Origins.file(model.fileName()));
        }
        if (model.isDrafted()) {
            marks.add(new Mark(Words.text("draft.changed"), Mark.Tone.WARNING));
        }
        return marks;
    }

    private static String name(Model model) {
        return model.listedAs().equals(model.model())
                ? model.model()
                : Words.text("prices.listedAs", model.model(), model.listedAs());
    }

    private static String price(@Nullable JsonNode json) {
        if (json == null || json.isNull()) {
            return Figures.NONE;
        }
        try {
            return PriceText.amounts(SluiceJson.mapper().treeToValue(json, Price.class));
        } catch (JacksonException | IllegalArgumentException unreadable) {
            return json.toString();
        }
    }

    /** Why it is refused, what has no place here, and what ends. */
    private static String aside(Model model) {
        var lines = new ArrayList<String>();
        if (model.why() != null) {
            lines.add(
                    model.why() == Why.FAULTY && model.reason() != null
                            ? Words.text("prices.why.faulty") + " " + model.reason()
                            : why(model.why()));
        }
        model.notTaken()
                .forEach(it -> lines.add(it.field() + " " + it.value() + ": " + why(it.why())));
        var ends = ends(model.before(), model.after());
        ends.forEach(it -> lines.add(Words.text("prices.ends", it)));
        if (model.notes().size() > ends.size()) {
            lines.add(Words.text("prices.factor"));
        }
        return lines.isEmpty() ? Figures.NONE : String.join("\n", lines);
    }

    private static String why(Why why) {
        return Words.text("prices.why." + why.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Fields of the price before that the list says nothing of. */
    private static List<String> ends(@Nullable JsonNode before, JsonNode after) {
        return before == null
                ? List.of()
                : before.propertyNames().stream()
                        .filter(it -> !it.equals("from") && !it.equals("to") && !after.has(it))
                        .map(it -> Words.text("prices.field." + it))
                        .collect(Collectors.toList());
    }

    private static Component wrapped(String text) {
        var span = new Span(text);
        span.addClassName("lines");
        return span;
    }

    private static Span remark(String key, Object... figures) {
        var remark = new Span(Words.text(key, figures));
        remark.addClassName("hint");
        return remark;
    }

    private static Component yaml(String text) {
        var snippet = new Pre(text);
        snippet.addClassName("snippet");
        var details = new Details(Words.text("prices.yaml"));
        details.setId("price-yaml");
        details.add(SecretDialog.copyButton(text), snippet);
        return details;
    }
}
