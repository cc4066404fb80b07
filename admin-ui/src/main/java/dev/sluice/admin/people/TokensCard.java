package dev.sluice.admin.people;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.SecretDialog;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.MomentPicker;
import dev.sluice.control.people.TokenService;
import dev.sluice.control.people.TokenView;
import java.time.Clock;
import java.util.Objects;

/** The reader's own tokens for the REST API and {@code sluice apply}. */
class TokensCard extends Card {
    private final transient TokenService tokens;
    private final transient Clock clock;
    private final Grid<TokenView> grid = Columns.grid();

    TokensCard(TokenService tokens, Clock clock) {
        super(Words.text("tokens.title"), Words.text("tokens.note"));
        this.tokens = tokens;
        this.clock = clock;
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        Columns.text(grid, "word.name", TokenView::name);
        Columns.mono(grid, "tokens.hint", TokenView::hint);
        Columns.text(grid, "users.created", it -> Figures.time(it.createdAt()))
                .setFlexGrow(0)
                .setWidth("10.5rem");
        Columns.text(grid, "form.expires", it -> Figures.time(it.expiresAt()))
                .setFlexGrow(0)
                .setWidth("10.5rem");
        Columns.part(grid, "users.state", this::state);
        grid.addComponentColumn(this::revocation).setFlexGrow(0).setAutoWidth(true);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.TERMINAL,
                        Words.text("tokens.empty"),
                        Words.text("tokens.empty.next")));
        var fresh = new Button(Words.text("tokens.add"), VaadinIcon.PLUS.create(), click -> open());
        fresh.setId("add-token");
        fresh.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
        var bar = new Div(fresh);
        bar.addClassName("card-actions");
        add(bar, grid);
        load();
    }

    private boolean isUsable(TokenView token) {
        var end = token.expiresAt();
        return token.revokedAt() == null && (end == null || clock.instant().isBefore(end));
    }

    private Component state(TokenView token) {
        if (token.revokedAt() != null) {
            return new Mark(Words.text("keyState.revoked"), Tone.BAD);
        }
        return isUsable(token)
                ? new Mark(Words.text("keyState.active"), Tone.GOOD)
                : new Mark(Words.text("tokens.expired"), Tone.WARNING);
    }

    private Component revocation(TokenView token) {
        var revoke =
                new Button(
                        Words.text("teams.revoke"),
                        click ->
                                Question.askDanger(
                                        Words.text("tokens.revoke.title", token.name()),
                                        Words.text("tokens.revoke.text"),
                                        Words.text("teams.revoke"),
                                        () -> {
                                            Notices.attempt(() -> tokens.revoke(token.id()));
                                            load();
                                        }));
        revoke.addThemeVariants(
                ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_ERROR);
        revoke.setVisible(token.revokedAt() == null);
        return revoke;
    }

    private void open() {
        var name = new TextField(Words.text("word.name"));
        name.setId("token-name");
        name.setHelperText(Words.text("tokens.name.hint"));
        var expires = new MomentPicker(Words.text("form.expires"));
        new FormDialog(Words.text("tokens.add"), Words.text("tokens.create"))
                .with(name, expires)
                .onSave(() -> {
                    var made = tokens.create(name.getValue(), expires.instant());
                    load();
                    new SecretDialog(
                                    Words.text("tokens.made", made.name()),
                                    Objects.requireNonNull(made.secret()))
                            .open();
                })
                .open();
    }

    private void load() {
        Notices.attempt(() -> grid.setItems(tokens.list()));
    }
}
