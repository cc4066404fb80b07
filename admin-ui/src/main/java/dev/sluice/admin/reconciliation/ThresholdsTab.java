package dev.sluice.admin.reconciliation;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.NumberText;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.control.reconciliation.ReconciliationService;
import dev.sluice.control.reconciliation.Threshold;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.money.Money;
import dev.sluice.model.snapshot.DocumentKind;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** From which difference on it is an alarm: for every upstream, and for those that differ. */
class ThresholdsTab extends Div implements FreshTab {
    private static final int MOST_DECIMALS = 6;
    private static final int MONEY_DECIMALS = 9;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final transient ReconciliationService service;
    private final transient Documents documents;
    private final Grid<Threshold> grid = Columns.grid();

    ThresholdsTab(ReconciliationService service, Documents documents, AccessGuard guard) {
        this.service = service;
        this.documents = documents;
        addClassName("tab-page");
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "word.upstream", ThresholdsTab::name);
        Columns.figure(grid, "thresholds.percent", it -> it.percent().toPlainString() + " %");
        Columns.figure(grid, "thresholds.amount", it -> Figures.money(it.amount()));
        var hint = new Span(Words.text("thresholds.hint"));
        hint.addClassNames("hint", "grow");
        var bar = new Div(hint);
        bar.addClassName("toolbar");
        if (guard.mayKeepBooks()) {
            Columns.part(grid, "action.edit", this::editor).setHeader("");
            var add =
                    new Button(
                            Words.text("thresholds.add"),
                            VaadinIcon.PLUS.create(),
                            click -> open(null));
            add.setId("add-threshold");
            add.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
            bar.add(add);
        }
        add(bar, grid);
        load();
    }

    private static String name(Threshold threshold) {
        return threshold.upstream() == null ? Words.text("thresholds.every") : threshold.upstream();
    }

    private Component editor(Threshold threshold) {
        var button = new Button(VaadinIcon.EDIT.create(), click -> open(threshold));
        button.setTooltipText(Words.text("action.edit"));
        button.setAriaLabel(Words.text("action.edit"));
        button.addClassName("edit-threshold");
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        return button;
    }

    private void open(@Nullable Threshold known) {
        var upstream = new ComboBox<String>(Words.text("word.upstream"));
        upstream.setId("threshold-upstream");
        upstream.setWidthFull();
        if (known == null) {
            upstream.setRequiredIndicatorVisible(true);
            upstream.setItems(
                    documents.list(DocumentKind.UPSTREAM).stream()
                            .map(ShownDocument::name)
                            .sorted()
                            .toList());
        } else {
            upstream.setItems(name(known));
            upstream.setValue(name(known));
            upstream.setReadOnly(true);
        }
        var percent =
                NumberText.decimal(
                        Words.text("thresholds.percent"), known == null ? null : known.percent());
        percent.setId("threshold-percent");
        percent.setRequiredIndicatorVisible(true);
        percent.setHelperText(Words.text("thresholds.percent.hint"));
        var amount =
                NumberText.decimal(
                        Words.text("thresholds.amount"),
                        known == null ? null : known.amount().toBigDecimal().stripTrailingZeros());
        amount.setId("threshold-amount");
        amount.setRequiredIndicatorVisible(true);
        amount.setHelperText(Words.text("thresholds.amount.hint"));
        new FormDialog(
                        Words.text(known == null ? "thresholds.add" : "thresholds.edit"),
                        Words.text("thresholds.save"))
                .with(upstream, FormDialog.row(percent, amount))
                .at("upstream", upstream)
                .at("percent", percent)
                .at("amount", amount)
                .onSave(() -> {
                    check(upstream, percent, amount);
                    service.set(
                            Threshold.of(
                                    known == null ? upstream.getValue() : known.upstream(),
                                    percent.requiredAmount(),
                                    Money.parse(amount.requiredAmount().toPlainString())));
                    Notices.done(Words.text("thresholds.saved"));
                    load();
                })
                .open();
    }

    private static void check(ComboBox<String> upstream, NumberText percent, NumberText amount) {
        var faults = new FieldFaults().missing(upstream);
        faults.in(percent::requiredAmount).in(amount::requiredAmount).raise();
        var share = percent.requiredAmount();
        faults.when(
                        share.compareTo(HUNDRED) > 0 || share.scale() > MOST_DECIMALS,
                        percent,
                        Words.text("thresholds.percent.size"))
                .when(
                        amount.requiredAmount().stripTrailingZeros().scale() > MONEY_DECIMALS,
                        amount,
                        Words.text("adjustments.amount.decimals"))
                .raise();
    }

    @Override
    public final void load() {
        Notices.attempt(() -> grid.setItems(service.thresholds()));
        grid.recalculateColumnWidths();
    }
}
