package dev.sluice.admin.tenants;

import com.vaadin.flow.component.combobox.MultiSelectComboBox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.model.access.ReportPlan.Recipient;
import dev.sluice.model.id.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One address in a line: by mail, or by a webhook that is signed with a secret. */
class RecipientRow extends Div {
    private static final String MAIL = "mail";
    private static final String WEBHOOK = "webhook";
    private static final List<String> FORMATS = List.of("xlsx", "csv", "json", "focus");

    private final Select<String> kind = new Select<>();
    private final TextField address = new TextField();
    private final TextField secret = new TextField();
    private final MultiSelectComboBox<String> formats = new MultiSelectComboBox<>();

    /**
     * @param hasFormats whether files go with what is sent
     */
    RecipientRow(@Nullable Recipient known, boolean hasFormats) {
        addClassName("recipient-row");
        kind.setItems(MAIL, WEBHOOK);
        kind.setItemLabelGenerator(it -> Words.text("deliveries.kind." + it));
        kind.setAriaLabel(Words.text("deliveries.kind"));
        kind.addClassName("recipient-kind");
        kind.addValueChangeListener(change -> follow());
        address.setAriaLabel(Words.text("deliveries.address"));
        address.addClassName("recipient-address");
        secret.setPlaceholder(Words.text("recipients.secret"));
        secret.setAriaLabel(Words.text("recipients.secret"));
        secret.addClassName("recipient-secret");
        formats.setItems(FORMATS);
        formats.setItemLabelGenerator(it -> Words.text("reports.download." + it));
        formats.setVisible(hasFormats);
        formats.setAriaLabel(Words.text("recipients.formats"));
        kind.setValue(known != null && known.webhook() != null ? WEBHOOK : MAIL);
        if (known != null) {
            address.setValue(text(known.webhook() != null ? known.webhook() : known.mail()));
            secret.setValue(text(known.secret()));
            formats.setValue(known.formats() == null ? List.of() : known.formats());
        }
        add(kind, address, secret, formats);
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private void follow() {
        var isWebhook = WEBHOOK.equals(kind.getValue());
        secret.setVisible(isWebhook);
        address.setPlaceholder(isWebhook ? "https://acme.example/sluice" : "finance@acme.example");
        formats.setPlaceholder(isWebhook ? "JSON" : "Excel");
    }

    /** As it stands in the line; fails with what is wrong said at its field. */
    Recipient recipient() {
        var isWebhook = WEBHOOK.equals(kind.getValue());
        var text = address.getValue().strip();
        var isAddress = isWebhook ? text.matches("https?://\\S+") : text.matches("[^@\\s]+@\\S+");
        var name = secret.getValue().strip();
        address.setInvalid(false);
        secret.setInvalid(false);
        new FieldFaults()
                .when(
                        !isAddress,
                        address,
                        Words.text(isWebhook ? "recipients.noUrl" : "recipients.noMail"))
                .when(isWebhook && !Name.isSegment(name), secret, Words.text("recipients.noSecret"))
                .raise();
        var chosen = FORMATS.stream().filter(formats.getValue()::contains).toList();
        return new Recipient(
                isWebhook ? null : text,
                isWebhook ? text : null,
                isWebhook ? name : null,
                chosen.isEmpty() ? null : chosen);
    }
}
