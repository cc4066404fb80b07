package dev.sluice.admin.periods;

import com.vaadin.flow.component.html.Paragraph;
import dev.sluice.admin.components.Facts;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.periods.Statement.Correction;
import dev.sluice.control.periods.Statement.Total;

/** Shows what a month comes to before it is closed for good. */
class CloseDialog extends FormDialog {
    CloseDialog(Statement statement, Runnable close) {
        super(
                Words.text("periods.close.title", statement.month().toString(), statement.tenant()),
                Words.text("periods.close"));
        var warning = new Paragraph(Words.text("periods.close.text"));
        warning.addClassName("hint");
        var late = statement.adjustments().stream().filter(Correction::isLateUsage).count();
        var facts =
                new Facts()
                        .with(
                                Words.text("reports.requests"),
                                Figures.count(
                                        statement.totals().stream()
                                                .mapToLong(Total::requests)
                                                .sum()))
                        .with(
                                Words.text("periods.usage"),
                                StatementWords.sum(statement.totals(), Total::usage))
                        .with(
                                Words.text("periods.adjustments"),
                                StatementWords.sum(statement.totals(), Total::adjustments))
                        .with(
                                Words.text("periods.late"),
                                late == 0
                                        ? null
                                        : Words.text("periods.late.lines", Figures.count(late)))
                        .with(
                                Words.text("periods.amount"),
                                StatementWords.sum(statement.totals(), Total::amount));
        facts.setId("close-totals");
        with(facts, warning);
        onSave(close);
    }
}
