package dev.sluice.dataplane.conversation.media;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What was fetched for a request, by the address that the caller gave. */
public record FetchedMedia(Map<String, Medium> byAddress) {
    public static final FetchedMedia NONE = new FetchedMedia(Map.of());

    public FetchedMedia {
        byAddress = Map.copyOf(byAddress);
    }

    /** The bytes of a medium, as base64. */
    public record Medium(String mimeType, String base64) {}

    /** The addresses of a request's media of these kinds, in their order, each once. */
    public static Map<String, Kind> addresses(ChatRequest request, Set<Kind> kinds) {
        var found = new LinkedHashMap<String, Kind>();
        mapped(
                request,
                media -> {
                    if (kinds.contains(media.kind())
                            && media.source() instanceof MediaSource.Url(String address)) {
                        found.putIfAbsent(address, media.kind());
                    }
                    return media;
                });
        return found;
    }

    public FetchedMedia and(Map<String, Medium> more) {
        var all = new HashMap<>(byAddress);
        all.putAll(more);
        return new FetchedMedia(all);
    }

    /** The request with the bytes of what was fetched, for a target that takes these so. */
    public ChatRequest into(ChatRequest request, Set<Kind> kinds) {
        return byAddress.isEmpty() || kinds.isEmpty()
                ? request
                : mapped(request, media -> kinds.contains(media.kind()) ? inline(media) : media);
    }

    private ContentPart.Media inline(ContentPart.Media media) {
        if (!(media.source() instanceof MediaSource.Url(String address))) {
            return media;
        }
        var medium = byAddress.get(address);
        return medium == null
                ? media
                : new ContentPart.Media(
                        media.kind(),
                        new MediaSource.Inline(medium.base64()),
                        medium.mimeType(),
                        media.name(),
                        media.detail(),
                        media.cache(),
                        media.extensions());
    }

    private static ChatRequest mapped(ChatRequest request, UnaryOperator<ContentPart.Media> each) {
        return request.withMessages(
                request.messages().stream().map(message -> mapped(message, each)).toList());
    }

    private static Message mapped(Message message, UnaryOperator<ContentPart.Media> each) {
        return message.withParts(parts(message.parts(), each));
    }

    /** Also those that a tool's result holds. */
    private static List<ContentPart> parts(
            List<ContentPart> parts, UnaryOperator<ContentPart.Media> each) {
        return parts.stream()
                .map(part ->
                        switch (part) {
                            case ContentPart.Media media -> each.apply(media);
                            case ContentPart.ToolResult result ->
                                    new ContentPart.ToolResult(
                                            result.callId(),
                                            result.toolName(),
                                            parts(result.content(), each),
                                            result.failed(),
                                            result.cache(),
                                            result.extensions());
                            case ContentPart.Text _,
                                    ContentPart.ToolCall _,
                                    ContentPart.Reasoning _,
                                    ContentPart.Refusal _,
                                    ContentPart.Opaque _ ->
                                    part;
                        })
                .toList();
    }
}
