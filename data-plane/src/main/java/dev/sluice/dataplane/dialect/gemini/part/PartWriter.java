package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.media.MediaBytes;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes single parts. */
public final class PartWriter {
    /** Where arguments go that are no JSON object: never lost, never guessed. */
    private static final String RAW = "_raw";

    private PartWriter() {}

    private static ObjectNode node() {
        return SluiceJson.mapper().createObjectNode();
    }

    /** Null where there is nothing to say. */
    public static @Nullable ObjectNode text(ContentPart.Text text) {
        if (text.text().isEmpty() && text.signature() == null) {
            return null;
        }
        var part = node().put("text", text.text());
        sign(part, text.signature());
        text.extensions().writeInto(part, Dialect.GEMINI);
        return part;
    }

    /** Signatures of other providers are worth nothing here. */
    public static @Nullable ObjectNode thought(ContentPart.Reasoning reasoning) {
        var own = reasoning.origin() == Dialect.GEMINI;
        var signature = own ? reasoning.signature() : null;
        if (reasoning.text().isEmpty() && signature == null) {
            return null;
        }
        var part = node().put("text", reasoning.text()).put("thought", true);
        sign(part, signature);
        reasoning.extensions().writeInto(part, Dialect.GEMINI);
        return part;
    }

    public static ObjectNode call(
            String id, String name, String arguments, @Nullable String signature) {
        var part = node();
        var call = part.putObject("functionCall");
        if (!id.isEmpty() && !CallIds.isMade(id)) {
            call.put("id", id);
        }
        call.put("name", name);
        call.set("args", arguments(arguments));
        sign(part, signature);
        return part;
    }

    private static ObjectNode arguments(String text) {
        if (PartReader.objectIn(text) instanceof ObjectNode object) {
            return object;
        }
        var stripped = text.strip();
        return stripped.isEmpty() || stripped.equals("null") ? node() : node().put(RAW, text);
    }

    /** Whether a call's arguments are all there. */
    public static boolean isComplete(String arguments) {
        return PartReader.objectIn(arguments) != null;
    }

    public static void sign(ObjectNode part, @Nullable String signature) {
        Tree.put(part, "thoughtSignature", signature);
    }

    /** A result's text as the object that the dialect wants. */
    public static ObjectNode response(String text, boolean failed) {
        if (!failed && PartReader.objectIn(text) instanceof ObjectNode object) {
            return object;
        }
        return node().put(failed ? "error" : "output", text);
    }

    /** Null where the medium can only be fetched by another provider. */
    public static @Nullable ObjectNode media(ContentPart.Media media) {
        var part = node();
        switch (media.source()) {
            case MediaSource.Inline(String base64) ->
                    inline(part, media, MediaBytes.tidy(base64), typeOf(media, base64));
            case MediaSource.PlainText(String text) -> {
                var bytes = text.getBytes(StandardCharsets.UTF_8);
                inline(part, media, Base64.getEncoder().encodeToString(bytes), "text/plain");
            }
            case MediaSource.Url(String url) -> file(part, media, url);
            case MediaSource.FileId(String id) -> {
                if (!id.contains("://") && !id.startsWith("files/")) {
                    return null;
                }
                file(part, media, id);
            }
        }
        media.extensions().writeInto(part, Dialect.GEMINI);
        return part;
    }

    /** The type that the bytes have, whatever was declared. */
    public static String typeOf(ContentPart.Media media, String base64) {
        var type = MediaBytes.typeOf(media.mimeType(), base64);
        if (type != null) {
            return type;
        }
        return media.kind() == Kind.IMAGE ? "image/png" : "application/octet-stream";
    }

    private static void inline(
            ObjectNode part, ContentPart.Media media, String base64, String mimeType) {
        var blob = part.putObject("inlineData").put("mimeType", mimeType).put("data", base64);
        if (media.name() != null && media.extensions().belongTo(Dialect.GEMINI)) {
            blob.put("displayName", media.name());
        }
    }

    private static void file(ObjectNode part, ContentPart.Media media, String uri) {
        var file = part.putObject("fileData");
        var type = media.mimeType() != null ? media.mimeType() : Blobs.typeByEnding(uri);
        Tree.put(file, "mimeType", type);
        file.put("fileUri", uri);
    }
}
