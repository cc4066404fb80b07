package dev.sluice.admin.forms;

import com.vaadin.flow.component.combobox.MultiSelectComboBox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.radiobutton.RadioButtonGroup;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What narrows a tenant, app, key or sub-key. */
public class RulesForm extends Div {
    private enum AliasScope {
        /** As the level above says; for a tenant all, for an app none. */
        INHERIT,
        ONLY
    }

    private final AccessRules original;
    private final RadioButtonGroup<AliasScope> scope = new RadioButtonGroup<>();
    private final MultiSelectComboBox<String> aliases = new MultiSelectComboBox<>();
    private final LimitsFields limits;
    private final NumberText maxOutput;
    private final TextField businessLine = new TextField(Words.text("form.businessLine"));
    private final TextField cidrs = new TextField(Words.text("form.cidrs"));
    private final MomentPicker expires = new MomentPicker(Words.text("form.expires"));
    private final NumberText weight;
    private final BudgetsEditor budgets;

    public RulesForm(
            DocumentKind level, AccessRules original, List<String> aliasNames, String currency) {
        this.original = original;
        addClassName("stack");
        limits = new LimitsFields(original.limits()).withPrecision();
        maxOutput =
                NumberText.whole(Words.text("form.maxOutput"), original.maxOutputTokens())
                        .withPlaceholder(Words.text("form.unlimited"));
        budgets = new BudgetsEditor(original.budgetsOrNone(), aliasNames, currency);
        weight =
                NumberText.whole(
                                Words.text("form.weight"),
                                original.weight() == null ? null : Long.valueOf(original.weight()))
                        .withPlaceholder("1");
        weight.setVisible(level != DocumentKind.TENANT); // nobody's budget is split among tenants
        setUpAliases(level, aliasNames);
        setUpRest();
        add(scope, aliases, limits, FormDialog.row(maxOutput, businessLine, weight), budgets);
        add(FormDialog.row(expires, cidrs));
    }

    private void setUpAliases(DocumentKind level, List<String> aliasNames) {
        var names = new LinkedHashSet<>(aliasNames);
        if (original.aliases() != null) {
            names.addAll(original.aliases());
        }
        aliases.setItems(names);
        aliases.setPlaceholder(Words.text("form.aliases.none"));
        aliases.setId("rule-aliases");
        aliases.setWidthFull();
        scope.setLabel(Words.text("form.aliases"));
        scope.setItems(AliasScope.values());
        scope.setItemLabelGenerator(it ->
                it == AliasScope.ONLY
                        ? Words.text("form.aliases.only")
                        : Words.text("form.aliases.inherit." + level.text()));
        scope.addValueChangeListener(
                change -> aliases.setVisible(change.getValue() == AliasScope.ONLY));
        var given = original.aliases();
        scope.setValue(given == null ? AliasScope.INHERIT : AliasScope.ONLY);
        aliases.setVisible(given != null);
        if (given != null) {
            aliases.setValue(new LinkedHashSet<>(given));
        }
    }

    private void setUpRest() {
        businessLine.setValue(original.businessLine() == null ? "" : original.businessLine());
        businessLine.setMaxLength(100);
        cidrs.setValue(String.join(", ", original.cidrsOrNone()));
        cidrs.setPlaceholder("10.0.0.0/8, 192.168.1.7/32");
        expires.setInstant(original.expires());
    }

    /** The rules as they stand in the fields. */
    public AccessRules rules() {
        var wantedBudgets = budgets.budgets();
        return new AccessRules(
                scope.getValue() == AliasScope.ONLY ? List.copyOf(aliases.getValue()) : null,
                limits.limitsOrNull(),
                wantedBudgets.isEmpty() ? null : wantedBudgets,
                maxOutput.count(),
                expires.instant(),
                networks(),
                original.tags(),
                businessLine.getValue().isBlank() ? null : businessLine.getValue().strip(),
                original.policies(),
                original.unknownFields(),
                weightOrNull());
    }

    private @Nullable Integer weightOrNull() {
        var count = weight.count();
        return count == null ? null : Integer.valueOf(Math.toIntExact(count));
    }

    /** A budget of nothing refuses every call, which is rarely meant. */
    public Optional<String> doubt() {
        return budgets.budgets().stream().anyMatch(budget -> budget.limit() == 0)
                ? Optional.of(Words.text("form.zeroBudget"))
                : Optional.empty();
    }

    private @Nullable List<String> networks() {
        var given =
                Arrays.stream(cidrs.getValue().split("[,\\s]+"))
                        .filter(text -> !text.isBlank())
                        .toList();
        return given.isEmpty() ? null : given;
    }
}
