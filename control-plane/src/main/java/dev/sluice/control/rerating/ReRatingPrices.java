package dev.sluice.control.rerating;

import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.drafts.DraftService;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.model.file.ConfigDocumentReader;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.Price;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.ConfigRules;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/** The prices that calls are to be rated by, held against the rules of the config file. */
@Component
class ReRatingPrices {
    private static final String FIELD = "prices";

    private final DraftService drafts;
    private final ChangeDesk desk;

    ReRatingPrices(DraftService drafts, ChangeDesk desk) {
        this.drafts = drafts;
        this.desk = desk;
    }

    /** Those of the form or of the draft; of none that count if faults are added. */
    List<Price> of(ReRatingForm form, List<FaultAt> faults) {
        var isDraft = Boolean.TRUE.equals(form.draft());
        var given = form.prices() == null ? List.<Price>of() : form.prices();
        if (isDraft != given.isEmpty()) {
            faults.add(new FaultAt(null, FIELD, "give either prices or \"draft\": true"));
            return List.of();
        }
        var prices = isDraft ? drafted(form, faults) : given;
        if (!prices.isEmpty()) {
            check(prices, faults);
        }
        return prices;
    }

    private List<Price> drafted(ReRatingForm form, List<FaultAt> faults) {
        var draft =
                form.model() == null ? null : drafts.view(DocumentKind.MODEL, form.model()).draft();
        if (draft == null || draft.body() == null) {
            faults.add(new FaultAt(null, "draft", "your draft does not change this model"));
            return List.of();
        }
        return SluiceJson.mapper().treeToValue(draft.body(), UpstreamModel.class).prices();
    }

    private void check(List<Price> prices, List<FaultAt> faults) {
        if (prices.stream().anyMatch(Objects::isNull)) {
            faults.add(new FaultAt(null, FIELD, "holds an entry that is null"));
            return;
        }
        var body = SluiceJson.mapper().createObjectNode();
        body.put("name", "listed").put("upstream", "listed");
        String text;
        try {
            body.set(FIELD, SluiceJson.mapper().valueToTree(prices));
            text = SluiceJson.mapper().writeValueAsString(body);
        } catch (JacksonException unwritable) {
            faults.add(new FaultAt(null, FIELD, "holds a number that no price can have"));
            return;
        }
        var read = ConfigDocumentReader.read(DocumentKind.MODEL, "listed", text);
        read.faults().forEach(it -> faults.add(new FaultAt(null, it.path(), it.message())));
        read
                .document()
                .map(document -> ConfigRules.check(List.of(document), desk.installation()))
                .orElse(List.of())
                .stream()
                .filter(broken -> broken.field().startsWith(FIELD))
                .forEach(it -> faults.add(new FaultAt(null, it.field(), it.message())));
    }
}
