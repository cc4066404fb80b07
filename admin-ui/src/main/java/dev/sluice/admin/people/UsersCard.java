package dev.sluice.admin.people;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.control.people.UserForm;
import dev.sluice.control.people.UserService;
import dev.sluice.control.people.UserView;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Who may log in, with which roles. */
class UsersCard extends Card {
    private final transient UserService users;
    private final transient Documents documents;
    private final transient AccessGuard guard;
    private final Grid<UserView> grid = Columns.grid();

    UsersCard(UserService users, Documents documents, AccessGuard guard) {
        super(Words.text("users.title"), Words.text("users.note"));
        this.users = users;
        this.documents = documents;
        this.guard = guard;
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        Columns.text(grid, "word.name", UserView::name);
        Columns.text(grid, "users.roles", UsersCard::roles).setFlexGrow(2);
        Columns.text(
                grid,
                "word.tenant",
                it -> it.tenant() == null ? Words.text("nav.everyTenant") : it.tenant());
        Columns.part(
                grid,
                "users.state",
                it ->
                        it.enabled()
                                ? new Mark(Words.text("users.enabled"), Tone.GOOD)
                                : new Mark(Words.text("users.disabled"), Tone.BAD));
        Columns.text(grid, "users.created", it -> Figures.time(it.createdAt()))
                .setFlexGrow(0)
                .setWidth("10.5rem");
        grid.addComponentColumn(this::actions).setFlexGrow(0).setAutoWidth(true);
        var fresh =
                new Button(Words.text("users.add"), VaadinIcon.PLUS.create(), click -> open(null));
        fresh.setId("add-user");
        fresh.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
        var bar = new Div(fresh);
        bar.addClassName("card-actions");
        add(bar, grid);
        load();
    }

    private static String roles(UserView user) {
        return user.roles().stream()
                .sorted()
                .map(role -> Words.text("role." + role.text()))
                .collect(Collectors.joining(", "));
    }

    private Component actions(UserView user) {
        var edit = new Button(VaadinIcon.EDIT.create(), click -> open(user));
        edit.setTooltipText(Words.text("action.edit"));
        edit.setAriaLabel(Words.text("action.edit"));
        var key = user.enabled() ? "users.disable" : "users.enable";
        var toggle =
                new Button(
                        user.enabled() ? VaadinIcon.LOCK.create() : VaadinIcon.UNLOCK.create(),
                        click -> askToggle(user));
        toggle.setTooltipText(Words.text(key));
        toggle.setAriaLabel(Words.text(key));
        var actions = new Div(edit, toggle);
        for (var button : List.of(edit, toggle)) {
            button.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        }
        actions.addClassName("actions");
        return actions;
    }

    private void askToggle(UserView user) {
        var key = user.enabled() ? "users.disable" : "users.enable";
        Question.ask(
                Words.text(key) + ": " + user.name(),
                Words.text(user.enabled() ? "users.disable.text" : "users.enable.text"),
                Words.text(key),
                () -> {
                    Notices.attempt(() ->
                            users.update(
                                    user.id(),
                                    new UserForm(null, null, null, null, !user.enabled())));
                    load();
                });
    }

    private void open(@Nullable UserView user) {
        var tenants =
                documents.list(DocumentKind.TENANT).stream().map(ShownDocument::path).toList();
        new UserDialog(
                        user,
                        guard.person(),
                        tenants,
                        form -> {
                            if (user == null) {
                                users.create(form);
                            } else {
                                users.update(user.id(), form);
                            }
                            Notices.done(Words.text("users.saved"));
                            load();
                        })
                .open();
    }

    private void load() {
        Notices.attempt(() -> grid.setItems(users.list()));
    }
}
