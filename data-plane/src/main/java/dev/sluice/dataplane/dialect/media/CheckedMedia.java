package dev.sluice.dataplane.dialect.media;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * The media that a request carries itself, made what strict providers take: base64 without
 * ornaments, and for pictures the type that the bytes show. Since history is sent again with each
 * turn, one that a provider refuses would stop the conversation for good.
 */
public final class CheckedMedia {
    private CheckedMedia() {}

    /**
     * Fails with {@link GatewayFailure.Malformed} for a medium that cannot be read, and names its
     * place.
     */
    public static ChatRequest of(ChatRequest request) {
        var messages = new ArrayList<Message>();
        for (var message : request.messages()) {
            var place = "messages[" + messages.size() + "].content";
            messages.add(message.withParts(parts(message.parts(), place)));
        }
        return request.withMessages(messages);
    }

    private static List<ContentPart> parts(List<ContentPart> parts, String place) {
        var checked = new ArrayList<ContentPart>();
        for (var part : parts) {
            checked.add(part(part, place + "[" + checked.size() + "]"));
        }
        return checked;
    }

    private static ContentPart part(ContentPart part, String place) {
        return switch (part) {
            case ContentPart.Media media -> media(media, place);
            case ContentPart.ToolResult result ->
                    new ContentPart.ToolResult(
                            result.callId(),
                            result.toolName(),
                            parts(result.content(), place + ".content"),
                            result.failed(),
                            result.cache(),
                            result.extensions());
            default -> part;
        };
    }

    private static ContentPart media(ContentPart.Media media, String place) {
        return switch (media.source()) {
            case MediaSource.Inline(String base64) -> {
                var standard = MediaBytes.standard(base64);
                if (standard == null) {
                    throw wrong(media.kind(), place, "its base64 is empty or broken");
                }
                yield new ContentPart.Media(
                        media.kind(),
                        new MediaSource.Inline(standard),
                        media.kind() == Kind.IMAGE
                                ? MediaBytes.typeOf(media.mimeType(), standard)
                                : media.mimeType(),
                        media.name(),
                        media.detail(),
                        media.cache(),
                        media.extensions());
            }
            case MediaSource.Url(String url) when url.regionMatches(true, 0, "data:", 0, 5) ->
                    throw wrong(media.kind(), place, "its data URL has no base64");
            case MediaSource.Url _, MediaSource.FileId _, MediaSource.PlainText _ -> media;
        };
    }

    private static GatewayFailure wrong(Kind kind, String place, String why) {
        var what =
                switch (kind) {
                    case IMAGE -> "picture";
                    case AUDIO -> "sound";
                    case DOCUMENT -> "document";
                    case VIDEO -> "film";
                };
        return new GatewayFailure.Malformed(
                "The " + what + " at '" + place + "' cannot be read: " + why + ".", place);
    }
}
