package dev.sluice.admin.rerating;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextArea;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.documents.TenantChoice;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.MomentPicker;
import dev.sluice.admin.forms.PriceText;
import dev.sluice.admin.forms.PricesEditor;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.control.history.VersionService;
import dev.sluice.control.rerating.ReRating;
import dev.sluice.control.rerating.ReRatingForm;
import dev.sluice.control.rerating.ReRatingService;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.model.price.Price;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The form of a what-if: which calls, and at which prices. */
final class ReRatingForms {
    private static final int MOST_VERSIONS = 50;
    private static final int MOST_REASON = 500;

    /** Where prices are taken from: a version, the reader's draft, or what is written here. */
    private sealed interface Source {
        record Version(ConfigVersion of) implements Source {}

        record Draft() implements Source {}

        record Written() implements Source {}
    }

    private final ReRatingService reRatings;
    private final Documents documents;
    private final Instant now;
    private final ComboBox<String> model = new ComboBox<>(Words.text("word.model"));
    private final ComboBox<String> tenant = new ComboBox<>(Words.text("word.tenant"));
    private final MomentPicker from = new MomentPicker(Words.text("reRatings.from"));
    private final MomentPicker to = new MomentPicker(Words.text("reRatings.to"));
    private final Select<Source> source = new Select<>();
    private final Span preview = new Span();
    private final PricesEditor written;
    private final TextArea reason = new TextArea(Words.text("adjustments.reason"));

    ReRatingForms(
            ReRatingService reRatings, VersionService versions, Documents documents, Clock clock) {
        this.reRatings = reRatings;
        this.documents = documents;
        now = clock.instant();
        model.setId("re-rating-model");
        model.setRequiredIndicatorVisible(true);
        model.setItems(names(DocumentKind.MODEL));
        model.addValueChangeListener(change -> preview());
        tenant.setId("re-rating-tenant");
        tenant.setItems(TenantChoice.names(documents));
        tenant.setPlaceholder(Words.text("nav.everyTenant"));
        tenant.setClearButtonVisible(true);
        from.setId("re-rating-from");
        from.setInstant(
                YearMonth.from(now.atOffset(ZoneOffset.UTC))
                        .atDay(1)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant());
        to.setHelperText(Words.text("reRatings.to.hint"));
        written = new PricesEditor(List.of(), documents.currency(), clock);
        written.setId("re-rating-written");
        setUpSource(versions.list(null, MOST_VERSIONS));
        preview.setId("re-rating-preview");
        preview.addClassNames("lines", "figure");
        reason.setId("re-rating-reason");
        reason.setRequiredIndicatorVisible(true);
        reason.setMaxLength(MOST_REASON);
        reason.setHelperText(Words.text("adjustments.reason.hint"));
        reason.setWidthFull();
        preview();
    }

    private Set<String> names(DocumentKind kind) {
        return documents.list(kind).stream()
                .filter(it -> it.published() != null)
                .map(ShownDocument::path)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void setUpSource(List<ConfigVersion> versions) {
        var sources = new ArrayList<Source>();
        versions.forEach(it -> sources.add(new Source.Version(it)));
        var newest = versions.isEmpty() ? -1 : versions.getFirst().version();
        sources.add(new Source.Draft());
        sources.add(new Source.Written());
        source.setId("re-rating-source");
        source.setLabel(Words.text("reRatings.source"));
        source.setWidthFull();
        source.setItems(sources);
        source.setItemLabelGenerator(it -> label(it, newest));
        source.setValue(sources.getLast());
        source.addValueChangeListener(change -> preview());
    }

    private static String label(Source source, long newest) {
        return switch (source) {
            case Source.Draft() -> Words.text("reRatings.source.draft");
            case Source.Written() -> Words.text("reRatings.source.written");
            case Source.Version(ConfigVersion of) ->
                    Words.text(
                            of.version() == newest
                                    ? "reRatings.source.newest"
                                    : "reRatings.source.version",
                            String.valueOf(of.version()),
                            Figures.time(of.publishedAt()),
                            of.comment() == null ? Figures.NONE : of.comment());
        };
    }

    /** The prices that were chosen, in words. */
    private void preview() {
        var isWritten = source.getValue() instanceof Source.Written;
        written.setVisible(isWritten);
        preview.setVisible(!isWritten);
        var prices = isWritten || model.isEmpty() ? List.<Price>of() : chosen(model.getValue());
        preview.setText(
                prices.isEmpty()
                        ? Words.text(model.isEmpty() ? "reRatings.noModel" : "reRatings.noPrices")
                        : prices.stream().map(PriceText::of).collect(Collectors.joining("\n")));
    }

    private List<Price> chosen(String of) {
        return switch (source.getValue()) {
            case Source.Version version -> reRatings.prices(version.of().version(), of);
            case Source.Draft draft -> drafted(of);
            case Source.Written here -> written.prices();
        };
    }

    private List<Price> drafted(String of) {
        return documents.list(DocumentKind.MODEL).stream()
                .filter(it -> it.path().equals(of))
                .map(ShownDocument::drafted)
                .flatMap(it -> it instanceof UpstreamModel found ? found.prices().stream() : null)
                .toList();
    }

    FormDialog dialog(Consumer<ReRating> made) {
        var dialog =
                new FormDialog(Words.text("reRatings.add"), Words.text("reRatings.compute"))
                        .with(
                                FormDialog.row(model, tenant),
                                FormDialog.row(from, to),
                                source,
                                new Div(preview),
                                written,
                                reason)
                        .at("model", model)
                        .at("tenant", tenant)
                        .at("from", from)
                        .at("to", to)
                        .at("draft", source)
                        .at("prices", source)
                        .at("reason", reason);
        dialog.setWidth("46rem");
        return dialog.onSave(() -> made.accept(reRatings.propose(form())));
    }

    private ReRatingForm form() {
        var faults = new FieldFaults().missing(model).missing(from);
        faults.missing(reason).raise();
        var begin = from.instant();
        var end = to.instant();
        faults.when(
                        begin != null && end != null && !begin.isBefore(end),
                        to,
                        Words.text("reRatings.order"))
                .when(end != null && end.isAfter(now), to, Words.text("reRatings.future"));
        var prices = chosen(model.getValue());
        faults.when(prices.isEmpty(), source, Words.text("reRatings.noPrices")).raise();
        var isDraft = source.getValue() instanceof Source.Draft;
        return new ReRatingForm(
                model.getValue(),
                blankToNull(tenant.getValue()),
                begin,
                end,
                isDraft ? null : prices,
                isDraft ? Boolean.TRUE : null,
                reason.getValue().strip());
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
