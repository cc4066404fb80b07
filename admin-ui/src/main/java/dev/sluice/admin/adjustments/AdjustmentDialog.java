package dev.sluice.admin.adjustments;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextArea;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.documents.TenantChoice;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.NumberText;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.admin.forms.faults.SaidAtField;
import dev.sluice.control.adjustments.Adjustment;
import dev.sluice.control.adjustments.AdjustmentForm;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.money.Money;
import dev.sluice.model.snapshot.DocumentKind;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The form of an adjustment; one that takes another back begins with its opposite. */
class AdjustmentDialog extends FormDialog {
    private static final int MONTHS_BACK = 12;
    private static final int MOST_DECIMALS = 9;
    private static final int MOST_REASON = 500;
    private static final int MOST_REFERENCE = 100;

    /** As the books have it: a slip of the pen lies beyond. */
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

    private final transient Documents documents;
    private final ComboBox<String> tenant = new ComboBox<>(Words.text("word.tenant"));
    private final ComboBox<String> app = new ComboBox<>(Words.text("word.app"));
    private final Select<YearMonth> month = new Select<>();
    private final NumberText amount = NumberText.signed(Words.text("form.amount"), null);
    private final TextField currency = new TextField(Words.text("teams.currency"));
    private final TextArea reason = new TextArea(Words.text("adjustments.reason"));
    private final TextField reference = new TextField(Words.text("adjustments.reference"));

    AdjustmentDialog(
            Documents documents,
            YearMonth running,
            @Nullable Adjustment reversed,
            Consumer<AdjustmentForm> make) {
        super(
                Words.text(reversed == null ? "adjustments.add" : "adjustments.reverse"),
                Words.text("adjustments.book"));
        this.documents = documents;
        tenant.setId("adjustment-tenant");
        tenant.setRequiredIndicatorVisible(true);
        var names = new TreeSet<>(TenantChoice.names(documents));
        if (reversed != null) {
            names.add(reversed.tenant());
        }
        tenant.setItems(names);
        tenant.addValueChangeListener(change -> follow(change.getValue()));
        app.setId("adjustment-app");
        app.setPlaceholder(Words.text("adjustments.wholeTenant"));
        app.setClearButtonVisible(true);
        setUpMonth(running);
        amount.setId("adjustment-amount");
        amount.setRequiredIndicatorVisible(true);
        amount.setHelperText(Words.text("adjustments.amount.hint"));
        currency.setReadOnly(true);
        currency.setHelperText(Words.text("adjustments.currency.hint"));
        reason.setId("adjustment-reason");
        reason.setRequiredIndicatorVisible(true);
        reason.setMaxLength(MOST_REASON);
        reason.setHelperText(Words.text("adjustments.reason.hint"));
        reason.setWidthFull();
        reference.setId("adjustment-reference");
        reference.setRequiredIndicatorVisible(true);
        reference.setMaxLength(MOST_REFERENCE);
        reference.setHelperText(Words.text("adjustments.reference.hint"));
        reference.setWidthFull();
        if (reversed != null) {
            fill(reversed);
        }
        with(row(tenant, app), row(amount, currency, month), reason, reference);
        at("tenant", tenant).at("app", app).at("amount", amount);
        at("month", month).at("reason", reason).at("reference", reference);
        askingFirst(() -> Optional.of(question()));
        onSave(() -> {
            try {
                make.accept(form());
            } catch (Refusal refusal) {
                throw said(refusal);
            }
        });
    }

    /** What only the books know, said at the field that it is about. */
    private RuntimeException said(Refusal refusal) {
        return switch (refusal.error().error().code()) {
            case "month_closed" -> SaidAtField.of(month, Words.text("adjustments.billedIn.closed"));
            case "reference_used" ->
                    SaidAtField.of(reference, Words.text("adjustments.reference.used"));
            default -> refusal;
        };
    }

    private void setUpMonth(YearMonth running) {
        month.setId("adjustment-month");
        month.setLabel(Words.text("adjustments.billedIn"));
        month.setEmptySelectionAllowed(true);
        month.setEmptySelectionCaption(Words.text("adjustments.firstOpen"));
        month.setItemLabelGenerator(
                it -> it == null ? Words.text("adjustments.firstOpen") : it.toString());
        month.setItems(
                Stream.iterate(running, it -> it.minusMonths(1)).limit(MONTHS_BACK).toList());
        month.setHelperText(Words.text("adjustments.billedIn.hint"));
    }

    private void fill(Adjustment reversed) {
        tenant.setValue(reversed.tenant());
        if (reversed.app() != null) {
            app.setItems(reversed.app());
            app.setValue(reversed.app());
        }
        amount.setValue(
                reversed.amount().toBigDecimal().negate().stripTrailingZeros().toPlainString());
        reason.setValue(cut(Words.text("adjustments.reversalOf", reversed.reason()), MOST_REASON));
        reference.setValue(cut("reversal:" + reversed.reference(), MOST_REFERENCE));
    }

    private static String cut(String text, int mostChars) {
        return text.length() <= mostChars ? text : text.substring(0, mostChars);
    }

    private void follow(@Nullable String chosen) {
        currency.setValue(chosen == null ? "" : documents.currencyOf(chosen));
        app.setItems(chosen == null ? List.of() : apps(chosen));
    }

    private List<String> apps(String of) {
        return documents.list(DocumentKind.APP).stream()
                .filter(it -> it.path().startsWith(of + "/"))
                .map(ShownDocument::name)
                .sorted()
                .toList();
    }

    /** Money is said once more before it is booked: a missing minus is the usual slip. */
    private String question() {
        var form = form();
        var wanted = Objects.requireNonNull(form.amount());
        var isCharged = wanted.nanos() > 0;
        var plain = isCharged ? wanted : Money.ZERO.minus(wanted);
        return Words.text(
                isCharged ? "adjustments.ask.charge" : "adjustments.ask.credit",
                String.valueOf(form.tenant()),
                Figures.money(plain, currency.getValue()));
    }

    private AdjustmentForm form() {
        var faults = new FieldFaults().missing(tenant).in(amount::requiredAmount);
        faults.missing(reason).missing(reference).raise();
        var wanted = amount.requiredAmount().stripTrailingZeros();
        faults.when(
                        wanted.signum() == 0 || wanted.abs().compareTo(MOST) > 0,
                        amount,
                        Words.text("adjustments.amount.size"))
                .when(
                        wanted.scale() > MOST_DECIMALS,
                        amount,
                        Words.text("adjustments.amount.decimals"))
                .raise();
        return new AdjustmentForm(
                tenant.getValue(),
                app.isEmpty() ? null : app.getValue(),
                month.isEmpty() ? null : month.getValue().toString(),
                Money.parse(wanted.toPlainString()),
                null,
                reason.getValue().strip(),
                reference.getValue().strip());
    }
}
