package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.details.Details;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.PasswordField;
import com.vaadin.flow.component.textfield.TextArea;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.LimitsFields;
import dev.sluice.admin.forms.NumberText;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.route.GpuHour;
import dev.sluice.model.route.Timeouts;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamSecret;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The form of an upstream; stored secrets are never shown, only replaced. */
class UpstreamDialog extends FormDialog {
    /** Rows of the provider table that are served so far. */
    private static final List<String> PROVIDERS =
            List.of(
                    "openai",
                    "openai-compatible",
                    "azure-openai",
                    "anthropic",
                    "gemini",
                    "vertex",
                    "bedrock",
                    "deepseek",
                    "dashscope",
                    "dashscope-native",
                    "qianfan",
                    "qianfan-v1",
                    "zhipu",
                    "ark",
                    "moonshot",
                    "minimax",
                    "mistral",
                    "groq",
                    "xai",
                    "openrouter",
                    "cohere",
                    "vllm",
                    "sglang",
                    "tgi",
                    "ollama");

    private static final String FIRST_SECRET = "main";

    private final transient Documents documents;
    private final @Nullable Upstream original;
    private final TextField name = new TextField(Words.text("word.name"));
    private final ComboBox<String> provider = new ComboBox<>(Words.text("catalogue.provider"));
    private final TextField baseUrl = new TextField(Words.text("catalogue.baseUrl"));
    private final TextArea instances = new TextArea(Words.text("catalogue.instances"));
    private final Map<String, PasswordField> secrets = new LinkedHashMap<>();
    private final LimitsFields limits;
    private final NumberText gpuAmount;
    private final NumberText gpus;
    private final NumberText gpuTokens;

    UpstreamDialog(Documents documents, @Nullable ShownDocument document, Runnable saved) {
        super(
                Words.text(document == null ? "catalogue.add.upstream" : "catalogue.edit.upstream"),
                Words.text("draft.save"));
        this.documents = documents;
        original = document == null ? null : (Upstream) document.body();
        name.setId("upstream-name");
        name.setRequiredIndicatorVisible(true);
        provider.setId("upstream-provider");
        baseUrl.setId("upstream-url");
        provider.setItems(PROVIDERS);
        provider.setRequiredIndicatorVisible(true);
        baseUrl.setPlaceholder("https://api.example.com/v1");
        baseUrl.setHelperText(Words.text("catalogue.baseUrl.hint"));
        baseUrl.setWidthFull();
        instances.setHelperText(Words.text("catalogue.instances.hint"));
        instances.setWidthFull();
        limits = new LimitsFields(original == null ? Limits.NONE : original.limits());
        if (original != null) {
            name.setValue(original.name());
            name.setReadOnly(true);
            provider.setValue(original.provider());
            baseUrl.setValue(original.baseUrl() == null ? "" : original.baseUrl());
            instances.setValue(String.join("\n", original.instances()));
        }
        var pool = original == null ? null : original.gpuHour();
        gpuAmount =
                NumberText.decimal(
                        Words.text("catalogue.gpu.amount", documents.currency()),
                        pool == null ? null : pool.amount());
        gpuAmount.setId("gpu-amount");
        gpus =
                NumberText.whole(
                        Words.text("catalogue.gpu.gpus"), pool == null ? null : (long) pool.gpus());
        gpus.setId("gpu-count");
        gpuTokens =
                NumberText.whole(
                        Words.text("catalogue.gpu.tokens"),
                        pool == null ? null : pool.tokensPerHour());
        var pools = new Details(Words.text("catalogue.gpu"), row(gpuAmount, gpus, gpuTokens));
        pools.setId("gpu-pool");
        pools.setOpened(pool != null);
        at("gpuHour.amount", gpuAmount).at("gpuHour.gpus", gpus);
        at("gpuHour.tokensPerHour", gpuTokens);
        with(row(name, provider), baseUrl, instances, secretFields(document), limits, pools);
        onSave(() -> save(saved));
    }

    private Div secretFields(@Nullable ShownDocument document) {
        var title = new Span(Words.text("catalogue.secrets"));
        title.addClassName("field-title");
        var list = new Div(title);
        list.addClassName("stack");
        var names = new ArrayList<String>();
        if (original != null) {
            original.secrets().forEach(secret -> names.add(secret.name()));
        }
        if (names.isEmpty()) {
            names.add(FIRST_SECRET);
        }
        for (var secret : names) {
            var stored = document == null ? null : document.secretHints().get(secret);
            var field = new PasswordField(Words.text("catalogue.secret", secret));
            field.setPlaceholder(
                    stored == null
                            ? Words.text("catalogue.secret.none")
                            : Words.text("catalogue.secret.keep", stored));
            field.setWidthFull();
            field.getElement().setAttribute("autocomplete", "new-password");
            secrets.put(secret, field);
            list.add(field);
        }
        return list;
    }

    private void save(Runnable saved) {
        new FieldFaults().name(name).raise();
        if (provider.getValue() == null) {
            throw new IllegalArgumentException(Words.text("catalogue.provider.missing"));
        }
        var wanted = upstream();
        documents.draft(DocumentKind.UPSTREAM, wanted.name(), wanted);
        saved.run();
    }

    private Upstream upstream() {
        return new Upstream(
                name.getValue().strip(),
                provider.getValue(),
                original == null ? null : original.dialect(),
                baseUrl.getValue().isBlank() ? null : baseUrl.getValue().strip(),
                instances
                        .getValue()
                        .lines()
                        .map(String::strip)
                        .filter(it -> !it.isEmpty())
                        .toList(),
                givenSecrets(),
                limits.limits(),
                original == null ? Timeouts.INHERIT : original.timeouts(),
                original == null ? null : original.metrics(),
                original == null ? Map.of() : original.headers(),
                original == null ? null : original.credentials(),
                gpuHour());
    }

    /** A pool of one's own has a price and a size; all empty: it is none. */
    private @Nullable GpuHour gpuHour() {
        if (gpuAmount.isEmpty() && gpus.isEmpty() && gpuTokens.isEmpty()) {
            return null;
        }
        new FieldFaults().in(gpuAmount::requiredAmount).in(gpus::requiredAmount).raise();
        var count = Objects.requireNonNull(gpus.count());
        return new GpuHour(
                gpuAmount.requiredAmount(),
                (int) Math.min(count, Integer.MAX_VALUE),
                gpuTokens.count());
    }

    /** A secret that is left empty keeps its stored value; a new one without a value is none. */
    private List<UpstreamSecret> givenSecrets() {
        var given = new ArrayList<UpstreamSecret>();
        secrets.forEach((secret, field) -> {
            var isStored =
                    original != null
                            && original.secrets().stream().anyMatch(it -> it.name().equals(secret));
            if (!field.isEmpty()) {
                given.add(new UpstreamSecret(secret, field.getValue().strip(), null, null));
            } else if (isStored) {
                given.add(new UpstreamSecret(secret, null, null, null));
            }
        });
        return given;
    }
}
