package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.form.FormPart;
import dev.sluice.dataplane.form.MalformedForm;
import dev.sluice.dataplane.form.MultipartForm;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a form that the gateway reads, as the object that they would be: one reader checks
 * both. All other parts are the upstream's business.
 */
public final class FormRequest {
    private static final String STREAM = "stream";
    private static final String COUNT = "n";
    private static final Set<String> READ =
            Set.of("model", STREAM, COUNT, "prompt", "user", "response_format");
    private static final int MOST_DIGITS = 9;

    private FormRequest() {}

    /** Fails with {@link GatewayFailure.Malformed}. */
    public static JsonFields fields(MultipartForm form) {
        var object = SluiceJson.mapper().createObjectNode();
        for (var part : form.parts()) {
            if (READ.contains(part.name())) {
                put(object, form, part);
            }
        }
        return JsonFields.scan(ForeignJson.bytes(object));
    }

    private static void put(ObjectNode object, MultipartForm form, FormPart part) {
        var name = part.name();
        if (part.file()) {
            throw wrong("'" + name + "' must be a text field of the form, not a file.", name);
        }
        if (part.encoding() != null) {
            throw wrong("'" + name + "' must be sent without 'Content-Transfer-Encoding'.", name);
        }
        if (object.has(name)) {
            throw wrong("The form holds '" + name + "' twice: send it once.", name);
        }
        var text = text(form, part);
        switch (name) {
            case STREAM -> flag(object, text);
            case COUNT -> number(object, text);
            default -> object.put(name, text);
        }
    }

    private static String text(MultipartForm form, FormPart part) {
        try {
            return form.text(part);
        } catch (MalformedForm odd) {
            throw wrong("'" + part.name() + "' must be UTF-8.", part.name());
        }
    }

    private static GatewayFailure wrong(String message, String field) {
        return new GatewayFailure.Malformed(message, field);
    }

    /** The words that servers take for one; any other stays a text, and is refused as such. */
    private static void flag(ObjectNode object, String text) {
        switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "1", "on", "yes" -> object.put(STREAM, true);
            case "false", "0", "off", "no", "" -> object.put(STREAM, false);
            default -> object.put(STREAM, text);
        }
    }

    private static void number(ObjectNode object, String text) {
        var digits = text.strip();
        if (digits.isEmpty()) {
            object.putNull(COUNT);
        } else if (digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            object.put(COUNT, Integer.parseInt(digits));
        } else {
            object.put(COUNT, text);
        }
    }
}
