package dev.sluice.admin.reconciliation;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.datepicker.DatePicker;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.upload.Upload;
import com.vaadin.flow.server.streams.UploadHandler;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.MomentPicker;
import dev.sluice.control.reconciliation.Alarms.Alarm;
import dev.sluice.control.reconciliation.Reconciliation;
import dev.sluice.control.reconciliation.Reconciliation.Row;
import dev.sluice.control.reconciliation.Reconciliation.Side;
import dev.sluice.control.reconciliation.ReconciliationService;
import dev.sluice.control.reconciliation.bills.BillFormat;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.money.Money;
import dev.sluice.model.snapshot.DocumentKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A provider's bill, day by day and model by model. */
class BillsTab extends Div implements FreshTab {
    private static final int DAYS = 31;

    private final transient ReconciliationService service;
    private final Select<String> upstream = new Select<>();
    private final DatePicker from;
    private final DatePicker to;
    private final Select<BillFormat> format = new Select<>();
    private final Grid<Row> grid = Columns.grid();
    private final Span remark = new Span();
    private String currency = "";

    BillsTab(ReconciliationService service, Documents documents, AccessGuard guard, Clock clock) {
        this.service = service;
        addClassName("tab-page");
        var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        upstream.setId("bill-upstream");
        upstream.setLabel(Words.text("word.upstream"));
        var names =
                documents.list(DocumentKind.UPSTREAM).stream()
                        .map(ShownDocument::name)
                        .sorted()
                        .toList();
        upstream.setItems(names);
        from = MomentPicker.day(Words.text("bills.from"));
        to = MomentPicker.day(Words.text("bills.to"));
        from.setValue(today.minusDays(DAYS - 1L));
        to.setValue(today);
        addColumns();
        var space = new Div();
        space.addClassName("grow");
        var bar = new Div(upstream, from, to, space);
        bar.addClassName("toolbar");
        if (guard.mayKeepBooks()) {
            format.setId("bill-format");
            format.setLabel(Words.text("bills.format"));
            format.setItems(BillFormat.values());
            format.setItemLabelGenerator(it -> Words.text("bills.format." + it.text()));
            format.setValue(BillFormat.OPENAI_COSTS);
            bar.add(format, upload());
        }
        remark.addClassName("hint");
        add(bar, remark, grid);
        upstream.setValue(first(names));
        load();
        upstream.addValueChangeListener(change -> load());
        from.addValueChangeListener(change -> load());
        to.addValueChangeListener(change -> load());
    }

    /** Where the latest alarm is; the one that comes first by name where there is none. */
    private @Nullable String first(List<String> names) {
        return service.alarms(null).stream()
                .map(Alarm::upstream)
                .filter(names::contains)
                .findFirst()
                .orElse(names.isEmpty() ? null : names.getFirst());
    }

    /** The day of an alarm and what is around it. */
    void show(String ofUpstream, LocalDate day) {
        upstream.setValue(ofUpstream);
        from.setValue(day);
        to.setValue(day);
    }

    private Upload upload() {
        var upload =
                new Upload(
                        UploadHandler.inMemory(
                                (file, bytes) -> bring(new String(bytes, StandardCharsets.UTF_8))));
        var button = new Button(Words.text("bills.upload"), VaadinIcon.UPLOAD_ALT.create());
        button.setId("bill-upload");
        upload.setUploadButton(button);
        upload.setDropAllowed(false);
        return upload;
    }

    private void bring(String text) {
        var chosen = upstream.getValue();
        var form = format.getValue();
        if (chosen == null || form == null) {
            Notices.failure(Words.text("bills.choose"));
            return;
        }
        Notices.attempt(() -> {
            var bill = service.bring(form.text(), chosen, text);
            Notices.done(
                    Words.text(
                            "bills.taken",
                            bill.firstDay().toString(),
                            bill.lastDay().toString(),
                            String.valueOf(bill.version())));
            bill.warnings().forEach(Notices::failure);
            from.setValue(bill.firstDay());
            to.setValue(bill.lastDay());
            load();
        });
    }

    private void addColumns() {
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.figure(grid, "bills.day", it -> String.valueOf(it.day()));
        Columns.text(grid, "word.model", it -> it.model().isEmpty() ? Figures.NONE : it.model());
        Columns.figure(grid, "bills.tokens.ours", it -> tokens(it.ours()));
        Columns.figure(grid, "bills.tokens.theirs", it -> tokens(it.theirs()));
        Columns.figure(grid, "bills.tokens.percent", it -> percent(it.tokenPercent()));
        Columns.figure(grid, "bills.cost.ours", it -> money(it.ours().cost()));
        Columns.figure(grid, "bills.cost.theirs", it -> money(it.theirs().cost()));
        Columns.figure(grid, "bills.cost.difference", it -> money(it.costDifference()));
        Columns.figure(grid, "bills.cost.percent", it -> percent(it.costPercent()));
        Columns.part(
                grid,
                "bills.state",
                it ->
                        it.isAlarm()
                                ? new Mark(Words.text("bills.alarm"), Mark.Tone.BAD)
                                : new Mark(Words.text("bills.fine"), Mark.Tone.GOOD));
        Columns.part(grid, "bills.causes", it -> wrapped(causes(it)))
                .setAutoWidth(false)
                .setFlexGrow(3);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.SCALE,
                        Words.text("bills.empty"),
                        Words.text("bills.empty.next")));
    }

    private static Span wrapped(String text) {
        var span = new Span(text.isEmpty() ? Figures.NONE : text);
        span.addClassName("wrapped");
        return span;
    }

    private static String tokens(Side side) {
        return side.tokens() == null ? Figures.NONE : Figures.count(side.tokens().total());
    }

    private static String percent(@Nullable BigDecimal percent) {
        return percent == null ? Figures.NONE : percent.toPlainString() + " %";
    }

    private String money(@Nullable Money amount) {
        return amount == null ? Figures.NONE : Figures.money(amount, currency);
    }

    /** A difference beyond the threshold has words in any case. */
    private static String causes(Row row) {
        if (row.hints().isEmpty() && row.isAlarm()) {
            return Words.text("bills.noCause");
        }
        return row.hints().stream()
                .map(it -> Words.text("bills.cause." + it.cause().text(), it.figures().toArray()))
                .collect(Collectors.joining(" · "));
    }

    @Override
    public final void load() {
        var chosen = upstream.getValue();
        if (chosen == null || from.getValue() == null || to.getValue() == null) {
            grid.setItems(List.of());
            return;
        }
        Notices.attempt(() -> {
            var found = service.of(chosen, from.getValue(), to.getValue()).getFirst();
            currency = found.currency();
            grid.setItems(found.rows());
            grid.recalculateColumnWidths();
            remark.setText(remark(found));
        });
    }

    private String remark(Reconciliation found) {
        var threshold =
                Words.text(
                        "bills.hint",
                        found.threshold().percent().toPlainString(),
                        Figures.money(found.threshold().amount(), currency));
        return found.daysWithoutBill().isEmpty() || found.bills().isEmpty()
                ? threshold
                : threshold
                        + " "
                        + Words.text(
                                "bills.without",
                                found.daysWithoutBill().stream()
                                        .map(LocalDate::toString)
                                        .collect(Collectors.joining(", ")));
    }
}
