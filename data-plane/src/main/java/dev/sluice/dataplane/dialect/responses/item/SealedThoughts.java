package dev.sluice.dataplane.dialect.responses.item;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What another dialect's provider wants back with its thinking, in the only field that clients of
 * this one send back unread. The provider checks it, as it checks what its own clients send.
 */
public final class SealedThoughts {
    private static final String PREFIX = "sluice.";

    private SealedThoughts() {}

    /** For {@code encrypted_content}; null where there is nothing to send back. */
    public static @Nullable String write(
            @Nullable String signature, @Nullable String sealed, Dialect origin) {
        if (origin == Dialect.OPENAI_RESPONSES) {
            return sealed;
        }
        if (signature == null && sealed == null) {
            return null;
        }
        var node = SluiceJson.mapper().createObjectNode().put("origin", origin.text());
        Tree.put(node, "signature", signature);
        Tree.put(node, "sealed", sealed);
        return PREFIX
                + Base64.getUrlEncoder().withoutPadding().encodeToString(ForeignJson.bytes(node));
    }

    /** The thinking of another dialect that the field holds; null where it holds none. */
    public static ContentPart.@Nullable Reasoning read(String text, String field) {
        if (!field.startsWith(PREFIX)) {
            return null;
        }
        try {
            var json = Base64.getUrlDecoder().decode(field.substring(PREFIX.length()));
            var node = ForeignJson.read(new String(json, StandardCharsets.UTF_8));
            for (var origin : Dialect.values()) {
                if (origin.text().equals(node.path("origin").asString(""))) {
                    return new ContentPart.Reasoning(
                            text,
                            ItemFields.text(node, "signature"),
                            ItemFields.text(node, "sealed"),
                            origin,
                            Extensions.NONE);
                }
            }
            return null;
        } catch (IllegalArgumentException | JacksonException notOurs) {
            return null;
        }
    }
}
