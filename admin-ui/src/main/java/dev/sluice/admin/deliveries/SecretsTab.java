package dev.sluice.admin.deliveries;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.SecretDialog;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.TenantChoice;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.control.alerts.Alert;
import dev.sluice.control.deliveries.DeliverySecrets;
import dev.sluice.control.deliveries.DeliverySecrets.Kept;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.access.ReportPlan.Recipient;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What webhooks are signed with: names and dates; a secret itself is seen once. */
class SecretsTab extends Div {
    /**
     * A secret that is kept, or one that a tenant's reports name and nobody has made yet.
     *
     * @param kept null where it has to be made
     */
    private record Row(String tenant, String name, @Nullable Kept kept, boolean isNamed) {}

    private final transient DeliverySecrets secrets;
    private final transient Documents documents;
    private final transient AccessGuard guard;
    private final Grid<Row> grid = Columns.grid();

    SecretsTab(DeliverySecrets secrets, Documents documents, AccessGuard guard) {
        this.secrets = secrets;
        this.documents = documents;
        this.guard = guard;
        addClassName("tab-page");
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "word.tenant", it -> DeliveriesTab.owner(it.tenant()));
        Columns.text(grid, "word.name", Row::name);
        Columns.part(grid, "deliveries.state", SecretsTab::state);
        Columns.text(
                        grid,
                        "secrets.changed",
                        it -> it.kept() == null ? null : Figures.time(it.kept().changedAt()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(
                grid, "adjustments.madeBy", it -> it.kept() == null ? null : it.kept().changedBy());
        Columns.part(grid, "secrets.rotate", this::rotate).setHeader("");
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.KEY,
                        Words.text("secrets.empty"),
                        Words.text("secrets.empty.next")));
        var hint = new Span(Words.text("secrets.hint"));
        hint.addClassNames("hint", "grow");
        var bar = new Div(hint);
        bar.addClassName("toolbar");
        if (!mine().isEmpty()) {
            var add =
                    new Button(
                            Words.text("secrets.add"), VaadinIcon.PLUS.create(), click -> open());
            add.setId("add-secret");
            add.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
            bar.add(add);
        }
        add(bar, grid);
        load();
    }

    /** Whose secrets the reader may make: tenants, and the installation. */
    private List<String> mine() {
        var installation =
                guard.mayChangePlatform() ? Stream.of(Alert.INSTALLATION) : Stream.<String>empty();
        return Stream.concat(
                        installation,
                        TenantChoice.names(documents).stream().filter(guard::mayChange))
                .toList();
    }

    private static Component state(Row row) {
        if (row.kept() == null) {
            return new Mark(Words.text("secrets.state.missing"), Mark.Tone.BAD);
        }
        if (row.tenant().equals(Alert.INSTALLATION)) {
            return new Mark(Words.text("secrets.state.made"), Mark.Tone.PLAIN);
        }
        return row.isNamed()
                ? new Mark(Words.text("secrets.state.used"), Mark.Tone.GOOD)
                : new Mark(Words.text("secrets.state.unused"), Mark.Tone.PLAIN);
    }

    private Component rotate(Row row) {
        var isNew = row.kept() == null;
        var button =
                new Button(
                        Words.text(isNew ? "secrets.make" : "secrets.rotate"),
                        click -> {
                            if (isNew) {
                                Notices.attempt(() -> make(row.tenant(), row.name()));
                            } else {
                                ask(row);
                            }
                        });
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        button.addClassName("rotate-secret");
        button.setVisible(guard.mayChange(row.tenant()));
        return button;
    }

    private void ask(Row row) {
        Question.askDanger(
                Words.text("secrets.rotate.title", DeliveriesTab.owner(row.tenant()), row.name()),
                Words.text("secrets.rotate.text"),
                Words.text("secrets.rotate"),
                () -> Notices.attempt(() -> make(row.tenant(), row.name())));
    }

    private void open() {
        var tenant = new ComboBox<String>(Words.text("word.tenant"));
        tenant.setId("secret-tenant");
        tenant.setItems(mine());
        tenant.setItemLabelGenerator(DeliveriesTab::owner);
        tenant.setRequiredIndicatorVisible(true);
        if (mine().size() == 1) {
            tenant.setValue(mine().getFirst());
        }
        var name = new TextField(Words.text("word.name"));
        name.setId("secret-name");
        name.setRequiredIndicatorVisible(true);
        name.setHelperText(Words.text("secrets.name.hint"));
        new FormDialog(Words.text("secrets.add"), Words.text("secrets.make"))
                .with(FormDialog.row(tenant, name))
                .onSave(() -> {
                    new FieldFaults()
                            .when(
                                    tenant.isEmpty(),
                                    tenant,
                                    Words.text("form.missing", tenant.getLabel()))
                            .name(name)
                            .raise();
                    requireNew(tenant.getValue(), name);
                    make(tenant.getValue(), name.getValue().strip());
                })
                .open();
    }

    /** Making it again would cut off whoever checks signatures by the one before. */
    private void requireNew(String tenant, TextField name) {
        var wanted = name.getValue().strip();
        new FieldFaults()
                .when(
                        secrets.list().stream()
                                .anyMatch(it ->
                                        it.tenant().equals(tenant) && it.name().equals(wanted)),
                        name,
                        Words.text("secrets.known"))
                .raise();
    }

    private void make(String tenant, String name) {
        var secret = secrets.make(tenant, name);
        load();
        new SecretDialog(Words.text("secrets.made", DeliveriesTab.owner(tenant), name), secret)
                .open();
    }

    /** Secrets that a tenant's reports and alerts are to be signed with. */
    private static Stream<String> named(Tenant tenant) {
        var reports = tenant.reports();
        var alerts = tenant.alerts();
        return Stream.concat(
                        reports == null ? Stream.empty() : reports.recipients().stream(),
                        alerts == null ? Stream.empty() : alerts.recipients().stream())
                .map(Recipient::secret)
                .filter(Objects::nonNull);
    }

    private void load() {
        Notices.attempt(() -> {
            var rows = new TreeMap<List<String>, Row>(Comparator.comparing(List::toString));
            for (var document : documents.list(DocumentKind.TENANT)) {
                if (document.published() instanceof Tenant tenant) {
                    named(tenant)
                            .forEach(name ->
                                    rows.put(
                                            List.of(tenant.name(), name),
                                            new Row(tenant.name(), name, null, true)));
                }
            }
            for (var kept : secrets.list()) {
                var place = List.of(kept.tenant(), kept.name());
                rows.put(place, new Row(kept.tenant(), kept.name(), kept, rows.containsKey(place)));
            }
            grid.setItems(List.copyOf(rows.values()));
            grid.recalculateColumnWidths();
        });
    }
}
