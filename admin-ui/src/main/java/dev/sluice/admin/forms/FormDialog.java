package dev.sluice.admin.forms;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HasValidation;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.faults.SaidAtField;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Fields with Save and Cancel; what is wrong with them stands above the buttons. */
public class FormDialog extends Dialog {
    private final Div body = new Div();
    private final Span fault = new Span();
    private final Button confirm;
    private transient Runnable save = () -> {};
    private transient Supplier<Optional<String>> doubt = Optional::empty;
    private final transient Map<String, HasValidation> fields = new HashMap<>();

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
        fault.setVisible(false);
        fields.values().forEach(field -> field.setInvalid(false));
        try {
            action.run();
        } catch (SaidAtField said) {
            showFirstInvalid();
        } catch (Refusal refusal) {
            say(refusal);
        } catch (RuntimeException failure) {
            show(Notices.reason(failure));
        } finally {
            confirm.setEnabled(true);
        }
    }

    /** Faults that name a field of the dialog are said at it, all others above the buttons. */
    private void say(Refusal refusal) {
        var faults = refusal.error().error().faults();
        var rest = new ArrayList<FaultAt>();
        for (var each : faults == null ? List.<FaultAt>of() : faults) {
            var field = each.path() == null ? null : fields.get(each.path());
            if (field == null) {
                rest.add(each);
            } else {
                field.setErrorMessage(each.message());
                field.setInvalid(true);
            }
        }
        if (faults == null || !rest.isEmpty()) {
            show(
                    rest.size() == (faults == null ? 0 : faults.size())
                            ? Notices.reason(refusal)
                            : Notices.list(rest));
        } else {
            showFirstInvalid();
        }
    }

    private void show(String text) {
        fault.setText(text);
        fault.setVisible(true);
        fault.scrollIntoView();
    }

    private void showFirstInvalid() {
        body.getElement()
                .executeJs("this.querySelector('[invalid]')?.scrollIntoView({block: 'center'})");
    }

    /** Names a field as the service does, so that its faults are said at it. */
    public final FormDialog at(String path, HasValidation field) {
        fields.put(path, field);
        return this;
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
