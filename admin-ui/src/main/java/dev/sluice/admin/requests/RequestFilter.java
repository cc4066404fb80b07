package dev.sluice.admin.requests;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.data.value.ValueChangeMode;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.MomentPicker;
import dev.sluice.control.reports.UsageQuery;
import dev.sluice.model.usage.UsageStatus;
import org.jspecify.annotations.Nullable;

/** What to look for among the calls. */
class RequestFilter extends Div {
    private static final int PAGE = 200;
    private static final int TRACE_LENGTH = 32;

    private final TextField id = new TextField(Words.text("requests.id"));
    private final TextField tenant = new TextField(Words.text("word.tenant"));
    private final TextField app = new TextField(Words.text("word.app"));
    private final Select<UsageStatus> status = new Select<>();
    private final MomentPicker from = new MomentPicker(Words.text("requests.from"));
    private final MomentPicker to = new MomentPicker(Words.text("requests.to"));

    RequestFilter(@Nullable String onlyTenant, Runnable search) {
        addClassNames("toolbar", "tight");
        id.setId("request-id");
        id.setPlaceholder(Words.text("requests.id.hint"));
        id.setWidth("15rem");
        id.setClearButtonVisible(true);
        id.setPrefixComponent(VaadinIcon.SEARCH.create());
        id.setValueChangeMode(ValueChangeMode.ON_CHANGE);
        tenant.setWidth("6.5rem");
        app.setWidth("6.5rem");
        if (onlyTenant != null) {
            tenant.setValue(onlyTenant);
            tenant.setReadOnly(true);
        }
        status.setLabel(Words.text("requests.status"));
        status.setItems(UsageStatus.values());
        status.setEmptySelectionAllowed(true);
        status.setEmptySelectionCaption(Words.text("requests.every"));
        status.setItemLabelGenerator(it ->
                it == null ? Words.text("requests.every") : Words.text("status." + it.text()));
        status.setWidth("7.5rem");
        from.setWidth("13rem");
        to.setWidth("13rem");
        var find = new Button(Words.text("requests.find"), click -> search.run());
        find.setId("request-find");
        find.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        id.addValueChangeListener(change -> {
            if (change.isFromClient()) {
                search.run();
            }
        });
        add(id, tenant, app, status, from, to, find);
    }

    /** One field takes either id: a trace id has 32 hexadecimal figures. */
    UsageQuery query() {
        var wanted = id.getValue().strip();
        var isTrace = wanted.length() == TRACE_LENGTH && wanted.matches("[0-9a-fA-F]+");
        var kind = status.getValue();
        return new UsageQuery(
                isTrace ? wanted : null,
                isTrace ? null : orNull(wanted),
                from.instant(),
                to.instant(),
                orNull(tenant.getValue()),
                orNull(app.getValue()),
                null,
                kind == null ? null : kind.text(),
                null,
                PAGE);
    }

    private static @Nullable String orNull(String text) {
        return text.isBlank() ? null : text.strip();
    }

    void ofTenant(String wanted) {
        tenant.setValue(wanted);
    }

    void lookFor(String wanted) {
        id.setValue(wanted);
    }
}
