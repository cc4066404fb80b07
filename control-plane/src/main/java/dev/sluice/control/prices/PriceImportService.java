package dev.sluice.control.prices;

import dev.sluice.control.catalogue.DocumentYaml;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.drafts.DocumentView;
import dev.sluice.control.drafts.DraftService;
import dev.sluice.control.prices.PriceImport.Action;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;

/** Shows what a price list would change, and drafts it. */
@Service
public class PriceImportService {
    private static final int MOST_UNUSED = 100;

    private final DraftService drafts;
    private final AccessGuard guard;
    private final Clock clock;

    PriceImportService(DraftService drafts, AccessGuard guard, Clock clock) {
        this.drafts = drafts;
        this.guard = guard;
        this.clock = clock;
    }

    /**
     * Reads a list.
     *
     * @param from when its prices begin where it says nothing; null: when the next UTC day does
     * @param isApplied whether changes to models that the console manages wait in the draft then
     */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'FINANCE', 'AUDITOR')")
    @Transactional
    public PriceImport read(
            @Nullable String format, @Nullable Instant from, boolean isApplied, String text) {
        if (!guard.maySeePlatform()) {
            throw Refusal.forbidden("prices belong to the platform, not to a tenant");
        }
        if (isApplied) {
            guard.requireChangePlatform("prices");
        }
        var form = PriceListFormat.of(format, text);
        var list = form.read(text);
        var start = from == null ? tomorrow() : from;
        var upstreams = upstreams();
        var models = new ArrayList<PriceImport.Model>();
        var notListed = new ArrayList<String>();
        var yaml = SluiceJson.mapper().createArrayNode();
        for (var document : drafts.list(DocumentKind.MODEL, null)) {
            var published = model(document.body());
            var edited = edited(document);
            if (published == null || edited == null) {
                continue;
            }
            var listed = list.of(edited, upstreams.get(edited.upstream()));
            if (listed.isEmpty()) {
                notListed.add(published.name());
                continue;
            }
            var prices =
                    new ModelPrices(
                            document, published, edited, drafts.currency(), clock.instant());
            var taken = listed.stream().map(it -> prices.take(it, start)).toList();
            var isChanged = taken.stream().anyMatch(PriceImportService::isChange);
            var isDrafted = isChanged && isApplied && document.managedBy() == ManagedBy.CONSOLE;
            if (isDrafted) {
                draft(edited.withPrices(prices.prices()));
            }
            if (isChanged) {
                var entry = yaml.addObject().put("name", published.name());
                prices.prices().stream()
                        .map(ModelPrices::shown)
                        .forEach(entry.withArray("/prices")::add);
            }
            taken.forEach(it -> models.add(isDrafted && isChange(it) ? drafted(it) : it));
        }
        return new PriceImport(
                form.text(),
                start,
                isApplied,
                models,
                notListed,
                unused(list, models),
                yaml.isEmpty() ? "" : write(yaml));
    }

    private static boolean isChange(PriceImport.Model model) {
        return model.action() == Action.ADD || model.action() == Action.REPLACE;
    }

    private static PriceImport.Model drafted(PriceImport.Model it) {
        return new PriceImport.Model(
                it.model(),
                it.listedAs(),
                it.action(),
                it.reason(),
                it.why(),
                it.managedBy(),
                it.fileName(),
                it.from(),
                it.before(),
                it.after(),
                it.changes(),
                it.notTaken(),
                it.notes(),
                true);
    }

    private Instant tomorrow() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)
                .plusDays(1)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant();
    }

    private Map<String, Upstream> upstreams() {
        return drafts.list(DocumentKind.UPSTREAM, null).stream()
                .filter(it -> it.body() != null)
                .map(it -> SluiceJson.mapper().treeToValue(it.body(), Upstream.class))
                .collect(Collectors.toMap(Upstream::name, it -> it));
    }

    /** As one's own draft has it, so that a list adds to it; null where the draft removes it. */
    private static @Nullable UpstreamModel edited(DocumentView document) {
        var draft = document.draft();
        return model(draft == null ? document.body() : draft.body());
    }

    private static @Nullable UpstreamModel model(@Nullable JsonNode body) {
        return body == null ? null : SluiceJson.mapper().treeToValue(body, UpstreamModel.class);
    }

    private void draft(UpstreamModel model) {
        drafts.put(
                DocumentKind.MODEL,
                model.name(),
                SluiceJson.mapper()
                        .writeValueAsString(dev.sluice.control.catalogue.DocumentJson.tree(model)));
    }

    private static PriceImport.Unused unused(PriceList list, List<PriceImport.Model> models) {
        var used = new HashSet<>(models.stream().map(PriceImport.Model::listedAs).toList());
        var unused = list.names().stream().filter(it -> !used.contains(it)).sorted().toList();
        return new PriceImport.Unused(unused.size(), unused.stream().limit(MOST_UNUSED).toList());
    }

    private static String write(JsonNode models) {
        var root = SluiceJson.mapper().createObjectNode();
        root.set("models", models);
        return DocumentYaml.write(root);
    }
}
