package dev.sluice.control.uploads;

import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.json.SluiceJson;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** JSON that people send. */
public final class JsonUpload {
    /** More would not fit into memory beside what else goes on. */
    private static final int MOST_VALUES = 1_000_000;

    private JsonUpload() {}

    /**
     * The tree of the text; fails with the line where it is broken.
     *
     * @param message of the failure as a whole
     */
    public static JsonNode parse(String text, String message) {
        // In texts they count, too: a tree is not to be built to find that it is too large.
        if (text.chars().filter(c -> c == ',' || c == '{' || c == '[').count() > MOST_VALUES) {
            var tooMany = "has more than " + MOST_VALUES + " values; send it in parts";
            throw Refusal.invalid(message, List.of(new FaultAt(null, "", tooMany)));
        }
        try {
            return SluiceJson.mapper().readTree(text);
        } catch (JacksonException broken) {
            var line = broken.getLocation() == null ? 0 : broken.getLocation().getLineNr();
            throw Refusal.invalid(
                    message,
                    List.of(
                            new FaultAt(
                                    line > 0 ? line : null,
                                    "",
                                    "is not JSON: " + broken.getOriginalMessage())));
        }
    }
}
