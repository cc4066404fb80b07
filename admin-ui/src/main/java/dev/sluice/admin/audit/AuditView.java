package dev.sluice.admin.audit;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.control.audit.AuditEntry;
import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditQuery;
import jakarta.annotation.security.RolesAllowed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every change, newest first; a click shows before and after. */
@Route("audit")
@RolesAllowed({"PLATFORM_ADMIN", "TENANT_ADMIN", "AUDITOR"})
class AuditView extends Div implements HasDynamicTitle {
    private static final int PAGE = 200;

    private final transient AuditLog log;
    private final TextField actor = new TextField(Words.text("audit.actor"));
    private final ComboBox<String> kind = new ComboBox<>(Words.text("audit.kind"));
    private final TextField path = new TextField(Words.text("audit.path"));
    private final Grid<AuditEntry> grid = Columns.grid();
    private final Button more =
            new Button(Words.text("requests.more"), VaadinIcon.ANGLE_DOWN.create());
    private final transient List<AuditEntry> shown = new ArrayList<>();

    AuditView(AuditLog log) {
        this.log = log;
        addClassNames("page", "page-tall");
        var find = new Button(Words.text("requests.find"), click -> search());
        find.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        kind.setItems(AuditWords.KINDS);
        kind.setItemLabelGenerator(AuditWords::kind);
        kind.setClearButtonVisible(true);
        var bar = new Div(actor, kind, path, find);
        bar.addClassName("toolbar");
        setUpGrid();
        more.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
        more.addClickListener(click -> page(shown.isEmpty() ? null : shown.getLast().id()));
        add(bar, grid, new Div(more));
        search();
    }

    private void setUpGrid() {
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "audit.at", it -> Figures.time(it.at()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "audit.actor", AuditEntry::actor).setFlexGrow(0).setWidth("9rem");
        Columns.text(grid, "audit.address", AuditEntry::address).setFlexGrow(0).setWidth("8.5rem");
        Columns.text(grid, "audit.action", it -> AuditWords.action(it.action()))
                .setFlexGrow(0)
                .setWidth("7.5rem");
        Columns.text(grid, "audit.kind", it -> AuditWords.kind(it.kind()))
                .setFlexGrow(0)
                .setWidth("7rem");
        Columns.text(grid, "audit.path", AuditEntry::path);
        Columns.figure(grid, "fleet.version", it -> Figures.count(it.version()));
        grid.addItemClickListener(click -> new AuditEntryDialog(click.getItem()).open());
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.EYE, Words.text("audit.empty"), Words.text("audit.empty.next")));
    }

    private void search() {
        shown.clear();
        page(null);
    }

    private void page(@Nullable Long below) {
        Notices.attempt(() -> {
            var found =
                    log.find(
                            new AuditQuery(
                                    null,
                                    orNull(actor.getValue()),
                                    kind.getValue(),
                                    orNull(path.getValue()),
                                    null,
                                    null,
                                    below,
                                    PAGE));
            shown.addAll(found);
            more.setVisible(found.size() == PAGE);
        });
        grid.setItems(List.copyOf(shown));
    }

    private static @Nullable String orNull(String text) {
        return text.isBlank() ? null : text.strip();
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.audit");
    }
}
