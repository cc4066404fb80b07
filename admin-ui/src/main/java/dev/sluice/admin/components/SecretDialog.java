package dev.sluice.admin.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.checkbox.Checkbox;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Code;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.icon.VaadinIcon;

/** Shows a new secret for the only time; it closes once the reader says that it is kept. */
public class SecretDialog extends Dialog {
    public SecretDialog(String title, String secret, Component... more) {
        setHeaderTitle(title);
        setWidth("34rem");
        setMaxWidth("95vw");
        setCloseOnEsc(false);
        setCloseOnOutsideClick(false);
        var warning = new Paragraph(Words.text("secret.once"));
        warning.addClassName("hint");
        var code = new Code(secret);
        code.setId("new-secret");
        var row = new Div(code, copyButton(secret));
        row.addClassName("secret");
        var body = new Div(warning, row);
        body.addClassName("stack");
        body.add(more);
        var kept = new Checkbox(Words.text("secret.kept"));
        kept.setId("secret-kept");
        var close = new Button(Words.text("action.done"), click -> close());
        close.setId("secret-done");
        close.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        close.setEnabled(false);
        kept.addValueChangeListener(change -> close.setEnabled(change.getValue()));
        body.add(kept);
        add(body);
        getFooter().add(close);
        // The secret leaves the server's memory of the page with the dialog.
        addOpenedChangeListener(change -> {
            if (!change.isOpened()) {
                code.setText("");
                removeAll();
                removeFromParent();
            }
        });
    }

    /** Copies in the browser; without a secure context by the older way of a selection. */
    public static Button copyButton(String text) {
        var copy = new Button(Words.text("action.copy"), VaadinIcon.COPY_O.create());
        copy.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        copy.addClickListener(click ->
                copy.getElement()
                        .executeJs(
                                """
                                const text = $0;
                                if (navigator.clipboard && window.isSecureContext) {
                                  return navigator.clipboard.writeText(text).then(() => true, () => false);
                                }
                                const area = document.createElement('textarea');
                                area.value = text;
                                document.body.appendChild(area);
                                area.select();
                                const copied = document.execCommand('copy');
                                area.remove();
                                return copied;
                                """,
                                text)
                        .then(
                                Boolean.class,
                                copied ->
                                        copy.setText(
                                                Words.text(
                                                        copied
                                                                ? "action.copied"
                                                                : "action.copyFailed"))));
        return copy;
    }
}
