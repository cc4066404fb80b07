package dev.sluice.admin.rerating;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.select.Select;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Facts;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.PriceText;
import dev.sluice.control.rerating.ReRating;
import java.util.Locale;
import java.util.stream.Collectors;

/** What calls cost and would have cost, and the button that makes it so. */
class ReRatingDialog extends Dialog {
    private final transient ReRating made;
    private final Grid<LineGroup> grid = Columns.grid();
    private final Select<LineGroup.By> groupBy = new Select<>();

    ReRatingDialog(ReRating made, Runnable approve) {
        this.made = made;
        setHeaderTitle(Words.text("reRatings.title", made.model()));
        setWidth("68rem");
        setMaxWidth("95vw");
        groupBy.setId("re-rating-group");
        groupBy.setLabel(Words.text("reports.groupBy"));
        groupBy.setWidth("16rem");
        groupBy.setItems(LineGroup.By.values());
        groupBy.setItemLabelGenerator(
                by -> Words.text("reRatings.by." + by.name().toLowerCase(Locale.ROOT)));
        groupBy.setValue(LineGroup.By.LINE);
        groupBy.addValueChangeListener(change -> group());
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        grid.setEmptyStateText(Words.text("reRatings.same"));
        var body = new Div(facts(), groupBy, grid);
        body.addClassName("stack");
        add(body);
        group();
        var close = new Button(Words.text("action.close"), click -> close());
        close.setId("re-rating-close");
        getFooter().add(close);
        if (made.approvedAt() == null && !made.lines().isEmpty()) {
            getFooter().add(approver(approve));
        }
    }

    private Component facts() {
        var prices =
                new Span(
                        made.prices().stream()
                                .map(PriceText::of)
                                .collect(Collectors.joining("\n")));
        prices.addClassName("lines");
        return new Facts()
                .with(Words.text("reRatings.state"), ReRatingsView.state(made))
                .with(
                        Words.text("word.tenant"),
                        made.tenant() == null ? Words.text("nav.everyTenant") : made.tenant())
                .with(
                        Words.text("reRatings.span"),
                        Figures.time(made.from()) + " – " + Figures.time(made.to()) + " UTC")
                .with(Words.text("reRatings.prices"), prices)
                .with(Words.text("adjustments.reason"), made.reason())
                .with(Words.text("reRatings.calls"), calls())
                .with(
                        Words.text("reRatings.madeBy"),
                        Words.text("periods.closedBy", Figures.time(made.madeAt()), made.madeBy()))
                .with(
                        Words.text("reRatings.approvedBy"),
                        made.approvedAt() == null
                                ? null
                                : Words.text(
                                        "periods.closedBy",
                                        Figures.time(made.approvedAt()),
                                        String.valueOf(made.approvedBy())));
    }

    private String calls() {
        return made.unrated() == 0
                ? Figures.count(made.calls())
                : Words.text(
                        "reRatings.unrated",
                        Figures.count(made.calls()),
                        Figures.count(made.unrated()));
    }

    private void group() {
        var by = groupBy.getValue();
        grid.removeAllColumns();
        for (int at = 0; at < by.columns().size(); at++) {
            var column = at;
            Columns.text(grid, by.columns().get(at), it -> it.names().get(column));
        }
        Columns.figure(grid, "reRatings.changed", it -> Figures.count(it.calls()))
                .setFooter(
                        Columns.sum(
                                Figures.count(
                                        made.totals().stream().mapToLong(it -> it.calls()).sum())));
        Columns.figure(grid, "reRatings.before", it -> Figures.money(it.before(), it.currency()))
                .setFooter(Columns.sum(ReRatingWords.before(made)));
        Columns.figure(grid, "reRatings.after", it -> Figures.money(it.after(), it.currency()))
                .setFooter(Columns.sum(ReRatingWords.after(made)));
        Columns.figure(
                        grid,
                        "reRatings.difference",
                        it -> ReRatingWords.signed(it.difference(), it.currency()))
                .setFooter(Columns.sum(ReRatingWords.difference(made)));
        grid.setItems(LineGroup.of(made.lines(), by));
        grid.recalculateColumnWidths();
    }

    private Button approver(Runnable approve) {
        var button = new Button(Words.text("reRatings.approve"));
        button.setId("approve-re-rating");
        button.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        button.addClickListener(click ->
                Question.ask(
                        Words.text("reRatings.approve.title"),
                        Words.text(
                                "reRatings.approve.text",
                                Figures.count(made.lines().size()),
                                ReRatingWords.difference(made)),
                        Words.text("reRatings.approve"),
                        () -> {
                            if (Notices.attempt(approve)) {
                                close();
                            }
                        }));
        return button;
    }
}
