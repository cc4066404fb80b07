package dev.sluice.admin.requests;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.control.receipts.CallReceipts;
import dev.sluice.control.reports.UsageItem;
import dev.sluice.control.reports.UsageQuery;
import dev.sluice.control.reports.UsageRequests;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.PermitAll;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The calls, newest first; a click opens the receipt of one. */
@Route("requests")
@PermitAll
class RequestsView extends Div implements HasDynamicTitle, BeforeEnterObserver {
    private final transient UsageRequests requests;
    private final transient CallReceipts receipts;
    private final RequestFilter filter;
    private final Grid<UsageItem> grid = Columns.grid();
    private final Button more =
            new Button(Words.text("requests.more"), VaadinIcon.ANGLE_DOWN.create());
    private final transient List<UsageItem> shown = new ArrayList<>();
    private @Nullable UUID next;

    RequestsView(UsageRequests requests, CallReceipts receipts, AccessGuard guard) {
        this.requests = requests;
        this.receipts = receipts;
        filter = new RequestFilter(guard.onlyTenant(), this::search);
        addClassNames("page", "page-tall");
        setUpGrid();
        more.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
        more.addClickListener(click -> page(next));
        add(filter, grid, new Div(more));
    }

    private void setUpGrid() {
        grid.addClassName("fill");
        Columns.text(grid, "requests.startedAt", it -> Figures.time(it.startedAt()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.part(grid, "requests.status", it -> Statuses.mark(it.status()));
        Columns.text(grid, "requests.caller", RequestsView::caller).setFlexGrow(2);
        Columns.text(grid, "word.alias", UsageItem::alias).setFlexGrow(0).setWidth("7rem");
        Columns.text(grid, "word.model", UsageItem::model).setFlexGrow(0).setWidth("8rem");
        Columns.figure(grid, "requests.input", it -> Figures.count(it.tokens().input()));
        Columns.figure(grid, "requests.output", it -> Figures.count(it.tokens().output()));
        Columns.figure(grid, "word.cost", it -> Figures.money(it.cost(), it.currency()));
        Columns.figure(grid, "requests.total", it -> Figures.millis(it.totalMs()));
        grid.addComponentColumn(it -> new ShortText(it.traceId()).mono().quiet())
                .setHeader(Words.text("requests.trace"))
                .setWidth("6.5rem")
                .setFlexGrow(0);
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.addItemClickListener(click ->
                Notices.attempt(
                        () -> new ReceiptDialog(receipts.of(click.getItem().eventId())).open()));
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.SEARCH,
                        Words.text("requests.empty"),
                        Words.text("requests.empty.next")));
    }

    private static String caller(UsageItem call) {
        var key = call.tenant() + "/" + call.app() + "/" + call.key();
        return call.subKey() == null ? key : key + "/" + call.subKey();
    }

    /** A link from elsewhere may say what to look for: {@code requests?id=…}, {@code ?tenant=…}. */
    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        var asked = event.getLocation().getQueryParameters();
        asked.getSingleParameter("id").ifPresent(filter::lookFor);
        asked.getSingleParameter("tenant").ifPresent(filter::ofTenant);
        search();
    }

    private void search() {
        shown.clear();
        page(null);
    }

    private void page(@Nullable UUID after) {
        Notices.attempt(() -> {
            var asked = filter.query();
            var page =
                    requests.find(
                            new UsageQuery(
                                    asked.traceId(),
                                    asked.requestId(),
                                    asked.from(),
                                    asked.to(),
                                    asked.tenant(),
                                    asked.app(),
                                    asked.key(),
                                    asked.status(),
                                    after,
                                    asked.limit()));
            shown.addAll(page.items());
            next = page.next();
        });
        grid.setItems(List.copyOf(shown));
        more.setVisible(next != null);
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.requests");
    }
}
