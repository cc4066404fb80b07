package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.model.json.SluiceJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where an answer comes from: chunks of the web, and the pieces of text that rest on them. */
public final class Grounding {
    private static final Field CHUNKS = Field.of("groundingChunks");
    private static final Field SUPPORTS = Field.of("groundingSupports");
    private static final Field INDICES = Field.of("groundingChunkIndices");
    private static final Field SEGMENT = Field.of("segment");
    private static final Field START = Field.of("startIndex");
    private static final Field END = Field.of("endIndex");
    private static final Field WEB = Field.of("web");
    private static final Field CONTEXT = Field.of("retrievedContext");
    private static final Field URI = Field.of("uri");
    private static final Field TITLE = Field.of("title");
    private static final Field TEXT = Field.of("text");

    private Grounding() {}

    public static List<Citation> read(JsonNode metadata) {
        var chunks = CHUNKS.in(metadata);
        if (chunks.isEmpty()) {
            return List.of();
        }
        var citations = new ArrayList<Citation>();
        for (var support : SUPPORTS.in(metadata).values()) {
            for (var index : INDICES.in(support).values()) {
                if (index.isInt() && chunks.has(index.intValue())) {
                    citations.add(citation(chunks.get(index.intValue()), SEGMENT.in(support)));
                }
            }
        }
        if (citations.isEmpty()) {
            chunks.values().forEach(chunk -> citations.add(citation(chunk, SEGMENT.in(chunk))));
        }
        return citations;
    }

    private static Citation citation(JsonNode chunk, JsonNode segment) {
        var source = WEB.isIn(chunk) ? WEB.in(chunk) : CONTEXT.in(chunk);
        return new Citation(
                URI.text(source),
                TITLE.text(source),
                place(START.whole(segment)),
                place(END.whole(segment)),
                null,
                null);
    }

    private static @Nullable Integer place(@Nullable Long at) {
        return at == null ? null : (Integer) Math.clamp(at, 0, Integer.MAX_VALUE);
    }

    /** Puts the citations at the first text. */
    public static List<ContentPart> cite(List<ContentPart> parts, JsonNode metadata) {
        var citations = read(metadata);
        if (citations.isEmpty()) {
            return parts;
        }
        var cited = new ArrayList<>(parts);
        for (var i = 0; i < cited.size(); i++) {
            if (cited.get(i) instanceof ContentPart.Text text && !text.text().isEmpty()) {
                cited.set(
                        i,
                        new ContentPart.Text(
                                text.text(),
                                citations,
                                text.cache(),
                                text.signature(),
                                text.extensions()));
                return cited;
            }
        }
        return parts;
    }

    public static ObjectNode write(List<Citation> citations) {
        var node = SluiceJson.mapper().createObjectNode();
        var chunks = node.putArray(CHUNKS.camel());
        var supports = node.putArray(SUPPORTS.camel());
        for (var citation : citations) {
            // What has no address is no page of the web, but a document that was given along.
            var source =
                    chunks.addObject()
                            .putObject(citation.url() == null ? CONTEXT.camel() : WEB.camel());
            if (citation.url() != null) {
                source.put(URI.camel(), citation.url());
            }
            if (citation.title() != null) {
                source.put(TITLE.camel(), citation.title());
            }
            if (citation.url() == null && citation.quoted() != null) {
                source.put(TEXT.camel(), citation.quoted());
            }
            if (citation.end() != null) {
                var support = supports.addObject();
                var segment = support.putObject(SEGMENT.camel());
                if (citation.start() != null) {
                    segment.put(START.camel(), citation.start());
                }
                segment.put(END.camel(), citation.end());
                support.putArray(INDICES.camel()).add(chunks.size() - 1);
            }
        }
        return node;
    }
}
