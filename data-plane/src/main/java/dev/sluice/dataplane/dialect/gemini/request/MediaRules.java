package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.gemini.part.PartWriter;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Which media go to the dialect: others are refused, since left out they would change the call. */
final class MediaRules {
    private static final Set<String> IMAGES =
            Set.of(
                    "image/png",
                    "image/jpeg",
                    "image/webp",
                    "image/gif",
                    "image/heic",
                    "image/heif");

    private final Losses losses;

    MediaRules(Losses losses) {
        this.losses = losses;
    }

    /** The place names the medium in a refusal. */
    ObjectNode write(ContentPart.Media media, String place) {
        losses.untoldDetail(media);
        if (media.kind() == Kind.IMAGE && media.source() instanceof MediaSource.Inline(String b)) {
            var type = PartWriter.typeOf(media, b);
            if (b.isBlank() || !IMAGES.contains(type)) {
                throw new GatewayFailure.Malformed(
                        b.isBlank()
                                ? "The image at " + place + " is empty."
                                : "The image at "
                                        + place
                                        + " is "
                                        + type
                                        + ", which the model does not read.",
                        place);
            }
        }
        losses.dropped(place + ".", media.extensions());
        var part = PartWriter.media(media);
        if (part == null) {
            throw losses.refused("A file in another provider's store", place);
        }
        return part;
    }
}
