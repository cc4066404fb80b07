package dev.sluice.admin.forms;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Words;
import java.util.Optional;
import java.util.function.Supplier;

/** Fields with Save and Cancel; what is wrong with them stands above the buttons. */
public class FormDialog extends Dialog {
    private final Div body = new Div();
    private final Span fault = new Span();
    private final Button confirm;
    private transient Runnable save = () -> {};
    private transient Supplier<Optional<String>> doubt = Optional::empty;

    public FormDialog(String title, String saveText) {
        setHeaderTitle(title);
        setWidth("36rem");
        setMaxWidth("95vw");
        setCloseOnOutsideClick(false);
        body.addClassName("stack");
        fault.addClassName("form-fault");
        fault.setVisible(false);
        add(body, fault);
        var cancel = new Button(Words.text("action.cancel"), click -> close());
        confirm = new Button(saveText);
        confirm.setId("form-save");
        confirm.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        confirm.setDisableOnClick(true);
        confirm.addClickListener(click ->
                attempt(() -> {
                    var question = doubt.get();
                    if (question.isEmpty()) {
                        finish();
                    } else {
                        Question.ask(title, question.get(), saveText, () -> attempt(this::finish));
                    }
                }));
        getFooter().add(cancel, confirm);
    }

    private void finish() {
        save.run();
        close();
    }

    private void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException failure) {
            fault.setText(Notices.reason(failure));
            fault.setVisible(true);
        } finally {
            confirm.setEnabled(true);
        }
    }

    /** What is asked before Save does what is probably not meant; nothing where all is plain. */
    public final FormDialog askingFirst(Supplier<Optional<String>> question) {
        doubt = question;
        return this;
    }

    public final FormDialog with(Component... fields) {
        body.add(fields);
        return this;
    }

    /** What Save does; its failure is shown in the dialog, which then stays open. */
    public final FormDialog onSave(Runnable action) {
        save = action;
        return this;
    }

    /** Fields side by side. */
    public static Div row(Component... fields) {
        var row = new Div(fields);
        row.addClassName("form-row");
        return row;
    }
}
