package dev.sluice.admin.adjustments;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.TenantChoice;
import dev.sluice.control.adjustments.Adjustment;
import dev.sluice.control.adjustments.AdjustmentKind;
import dev.sluice.control.adjustments.AdjustmentService;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.money.Money;
import jakarta.annotation.security.PermitAll;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Money that tenants are charged or given back beside their calls, the newest first. */
@Route("adjustments")
@PermitAll
class AdjustmentsView extends Div implements HasDynamicTitle {
    private static final int MONTHS = 25;
    private static final int PAGE = 100;

    private final transient AdjustmentService adjustments;
    private final transient Documents documents;
    private final transient Clock clock;
    private final boolean mayMake;
    private final TenantChoice tenant;
    private final Select<YearMonth> month = new Select<>();
    private final Grid<Adjustment> grid = Columns.grid();
    private final Grid.Column<Adjustment> amount;
    private final Button more =
            new Button(Words.text("requests.more"), VaadinIcon.ANGLE_DOWN.create());
    private final transient List<Adjustment> shown = new ArrayList<>();

    AdjustmentsView(
            AdjustmentService adjustments, Documents documents, AccessGuard guard, Clock clock) {
        this.adjustments = adjustments;
        this.documents = documents;
        this.clock = clock;
        mayMake = guard.mayKeepBooks();
        tenant = new TenantChoice(documents, guard, this::search);
        addClassNames("page", "page-tall");
        var running = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        month.setLabel(Words.text("adjustments.billedIn"));
        month.setEmptySelectionAllowed(true);
        month.setEmptySelectionCaption(Words.text("adjustments.everyMonth"));
        month.setItemLabelGenerator(
                it -> it == null ? Words.text("adjustments.everyMonth") : it.toString());
        month.setItems(Stream.iterate(running, it -> it.minusMonths(1)).limit(MONTHS).toList());
        month.addValueChangeListener(change -> search());
        var space = new Div();
        space.addClassName("grow");
        var bar = new Div(tenant, month, space);
        bar.addClassName("toolbar");
        if (mayMake) {
            bar.add(addButton());
        }
        amount = addColumns();
        more.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
        more.addClickListener(click -> page(shown.getLast().id()));
        var hint = new Span(Words.text("adjustments.hint"));
        hint.addClassName("hint");
        add(bar, hint, grid, new Div(more));
        search();
    }

    private Button addButton() {
        var add =
                new Button(
                        Words.text("adjustments.add"),
                        VaadinIcon.PLUS.create(),
                        click -> open(null));
        add.setId("add-adjustment");
        add.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        return add;
    }

    private Grid.Column<Adjustment> addColumns() {
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "adjustments.madeAt", it -> Figures.time(it.madeAt()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "adjustments.billedIn", it -> it.billedIn().toString())
                .setWidth("6rem")
                .setFlexGrow(0);
        Columns.part(grid, "reports.kind", AdjustmentsView::kind);
        Columns.text(grid, "adjustments.party", AdjustmentsView::party);
        var column =
                Columns.figure(
                        grid, "form.amount", it -> Figures.money(it.amount(), it.currency()));
        Columns.text(grid, "adjustments.reason", Adjustment::reason).setFlexGrow(3);
        Columns.text(grid, "adjustments.reference", Adjustment::reference);
        Columns.text(grid, "adjustments.madeBy", Adjustment::madeBy)
                .setWidth("6rem")
                .setFlexGrow(0);
        if (mayMake) {
            Columns.part(grid, "adjustments.reverse", this::reverse).setHeader("");
        }
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.PLUS_MINUS,
                        Words.text("adjustments.empty"),
                        Words.text("adjustments.empty.next")));
        return column;
    }

    private static Component kind(Adjustment made) {
        var kind = Words.text("reports.kind." + made.kind().text());
        return new Mark(
                made.usedIn() == null ? kind : kind + " " + made.usedIn(),
                made.kind() == AdjustmentKind.MANUAL ? Mark.Tone.PLAIN : Mark.Tone.WARNING);
    }

    private static String party(Adjustment made) {
        return Stream.of(made.tenant(), made.app(), made.model())
                .filter(it -> it != null)
                .collect(Collectors.joining("/"));
    }

    /** What was made is never taken away: another one takes it back. */
    private Component reverse(Adjustment made) {
        var button = new Button(VaadinIcon.ROTATE_LEFT.create(), click -> open(made));
        button.setTooltipText(Words.text("adjustments.reverse"));
        button.setAriaLabel(Words.text("adjustments.reverse"));
        button.addClassName("reverse-adjustment");
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        button.setVisible(made.kind() == AdjustmentKind.MANUAL);
        return button;
    }

    private void open(@Nullable Adjustment reversed) {
        var running = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        new AdjustmentDialog(
                        documents,
                        running,
                        reversed,
                        form -> {
                            var made = adjustments.make(form);
                            Notices.done(
                                    Words.text(
                                            "adjustments.made",
                                            Figures.money(made.amount(), made.currency()),
                                            made.tenant(),
                                            made.billedIn().toString()));
                            search();
                        })
                .open();
    }

    private void search() {
        shown.clear();
        page(null);
    }

    private void page(@Nullable UUID below) {
        Notices.attempt(() -> {
            var page = adjustments.find(tenant.chosen(), month.getValue(), below, PAGE);
            shown.addAll(page);
            tenant.offer(page.stream().map(Adjustment::tenant).toList());
            more.setVisible(page.size() == PAGE);
        });
        grid.setItems(List.copyOf(shown));
        amount.setFooter(Columns.sum(sum()));
        grid.recalculateColumnWidths();
    }

    /** Of what is shown, by currency. */
    private String sum() {
        var sums = new TreeMap<String, Money>();
        shown.forEach(it -> sums.merge(it.currency(), it.amount(), Money::plus));
        return sums.entrySet().stream()
                .map(it -> Figures.money(it.getValue(), it.getKey()))
                .collect(Collectors.joining(", "));
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.adjustments");
    }
}
