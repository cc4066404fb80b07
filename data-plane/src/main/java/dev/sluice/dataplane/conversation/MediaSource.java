package dev.sluice.dataplane.conversation;

/** Where the bytes of a medium are. */
public sealed interface MediaSource {
    /** In the request, as base64 without a prefix. */
    record Inline(String base64) implements MediaSource {}

    /** At an address that the provider (or the gateway) fetches. */
    record Url(String url) implements MediaSource {}

    /** In the provider's own file store. */
    record FileId(String id) implements MediaSource {}

    /** A document that is plain text. */
    record PlainText(String text) implements MediaSource {}
}
