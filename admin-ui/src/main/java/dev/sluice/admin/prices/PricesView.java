package dev.sluice.admin.prices;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextArea;
import com.vaadin.flow.component.upload.Upload;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.server.streams.UploadHandler;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.MomentPicker;
import dev.sluice.control.prices.PriceImport;
import dev.sluice.control.prices.PriceImportService;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import jakarta.annotation.security.RolesAllowed;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings a price list in: the plan first, and then, for those who may, the draft. */
@Route("prices")
@RolesAllowed({"PLATFORM_ADMIN", "FINANCE", "AUDITOR"})
class PricesView extends Div implements HasDynamicTitle {
    private static final String AUTO = "auto";
    private static final List<String> FORMATS = List.of(AUTO, "csv", "json", "litellm");

    /** Of many faults of a list only so many are said. */
    private static final int MOST_FAULTS = 20;

    private final transient PriceImportService imports;
    private final boolean mayDraft;
    private final Select<String> format = new Select<>();
    private final MomentPicker from = new MomentPicker(Words.text("prices.from"));
    private final TextArea pasted = new TextArea(Words.text("prices.text"));
    private final Span file = new Span();
    private final Div fault = new Div();
    private final Div plan = new Div();
    private final Button draft = new Button(Words.text("prices.draft"));

    /** What was uploaded last; pasting takes its place. */
    private String uploaded = "";

    PricesView(PriceImportService imports, AccessGuard guard, Clock clock) {
        this.imports = imports;
        mayDraft = guard.mayChangePlatform();
        addClassNames("page");
        format.setId("price-format");
        format.setLabel(Words.text("prices.format"));
        format.setItems(FORMATS);
        format.setItemLabelGenerator(it -> Words.text("prices.format." + it));
        format.setValue(AUTO);
        from.setId("price-from");
        from.setInstant(
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)
                        .plusDays(1)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant());
        pasted.setId("price-text");
        pasted.setWidthFull();
        pasted.setMinRows(3);
        pasted.setMaxRows(8);
        pasted.setPlaceholder("model,input,output\nlarge,2.5,10");
        file.addClassName("hint");
        var show = new Button(Words.text("prices.show"), click -> read(false));
        show.setId("price-plan");
        show.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        draft.setId("price-draft");
        draft.setVisible(false);
        draft.addClickListener(click -> read(true));
        var bar = new Div(format, from, upload(), file);
        bar.addClassName("toolbar");
        var actions = new Div(show, draft);
        actions.addClassName("actions-bar");
        fault.addClassName("form-fault");
        fault.setId("price-fault");
        fault.setVisible(false);
        plan.addClassName("stack");
        var hint = new Span(Words.text("prices.hint"));
        hint.addClassName("hint");
        add(hint, bar, pasted, fault, actions, plan);
    }

    private Upload upload() {
        var upload =
                new Upload(
                        UploadHandler.inMemory((meta, bytes) -> {
                            uploaded = new String(bytes, StandardCharsets.UTF_8);
                            pasted.clear();
                            file.setText(
                                    Words.text(
                                            "prices.file",
                                            meta.fileName(),
                                            Figures.count(uploaded.length())));
                            read(false);
                        }));
        var button = new Button(Words.text("prices.upload"), VaadinIcon.UPLOAD_ALT.create());
        button.setId("price-upload");
        upload.setUploadButton(button);
        upload.setDropAllowed(false);
        return upload;
    }

    private void read(boolean isApplied) {
        fault.setVisible(false);
        pasted.setInvalid(false);
        var text = pasted.isEmpty() ? uploaded : pasted.getValue();
        if (text.isBlank()) {
            pasted.setErrorMessage(Words.text("prices.nothing"));
            pasted.setInvalid(true);
            return;
        }
        try {
            show(imports.read(wantedFormat(), from.instant(), isApplied, text));
            if (isApplied) {
                Notices.done(Words.text("draft.saved"));
            }
        } catch (Refusal refusal) {
            plan.removeAll();
            draft.setVisible(false);
            fault.setText(words(refusal));
            fault.setVisible(true);
        } catch (RuntimeException failure) {
            Notices.failure(failure);
        }
    }

    private @Nullable String wantedFormat() {
        return AUTO.equals(format.getValue()) ? null : format.getValue();
    }

    /** Where the list is wrong, a line each. */
    private static String words(Refusal refusal) {
        var faults = refusal.error().error().faults();
        if (faults == null || faults.isEmpty()) {
            return Notices.reason(refusal);
        }
        var said = new StringBuilder(Words.text("prices.faulty"));
        faults.stream()
                .limit(MOST_FAULTS)
                .forEach(it -> said.append('\n').append(place(it)).append(it.message()));
        if (faults.size() > MOST_FAULTS) {
            said.append('\n')
                    .append(
                            Words.text(
                                    "prices.moreFaults",
                                    Figures.count(faults.size() - MOST_FAULTS)));
        }
        return said.toString();
    }

    private static String place(FaultAt fault) {
        var line =
                fault.line() == null
                        ? ""
                        : Words.text("prices.line", Figures.count(fault.line().longValue())) + " ";
        var path = fault.path() == null ? "" : fault.path().replaceFirst("^line \\d+\\.?", "");
        return path.isEmpty() ? line : line + path + ": ";
    }

    private void show(PriceImport found) {
        plan.removeAll();
        plan.add(new PricePlan(found));
        draft.setVisible(mayDraft && !found.isApplied() && PricePlan.canBeDrafted(found));
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.prices");
    }
}
