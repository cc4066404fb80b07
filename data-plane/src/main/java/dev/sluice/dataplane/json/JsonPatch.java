package dev.sluice.dataplane.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Splices for a JSON text: ranges and what stands there instead. Everything else stays the sender's
 * own bytes.
 */
public final class JsonPatch {
    private static final Comparator<Splice> BY_PLACE =
            Comparator.comparingInt(Splice::from).thenComparingInt(Splice::to);

    private static final byte[] NOTHING = {};

    private final List<Splice> splices = new ArrayList<>(4);

    /** An empty range is an insertion. */
    public record Splice(int from, int to, byte[] instead) {}

    public JsonPatch replace(int from, int to, byte[] instead) {
        splices.add(new Splice(from, to, instead));
        return this;
    }

    /** Puts a field in at the beginning of the object. */
    public JsonPatch insertField(JsonFields fields, String name, byte[] value) {
        var text = "\"" + name + "\":";
        var sink = new ByteSink().append(text.getBytes(StandardCharsets.US_ASCII)).append(value);
        if (!fields.isEmpty()) {
            sink.append((byte) ',');
        }
        return replace(fields.bodyStart(), fields.bodyStart(), sink.take());
    }

    /** Takes fields out; at least one of the object's fields has to stay. */
    public JsonPatch removeFields(JsonFields fields, Set<String> names) {
        var kept = false;
        var end = fields.bodyStart();
        for (var name : fields.names()) {
            var span = Objects.requireNonNull(fields.span(name));
            if (!names.contains(name)) {
                kept = true;
            } else if (kept) {
                replace(end, span.to(), NOTHING);
            } else {
                var comma = span.to();
                while (comma < fields.bytes().length && fields.bytes()[comma] != ',') {
                    comma++;
                }
                replace(end, comma + 1, NOTHING);
                end = comma + 1;
                continue;
            }
            end = span.to();
        }
        return this;
    }

    public boolean isEmpty() {
        return splices.isEmpty();
    }

    /** The splices in the order of their places. */
    public List<Splice> inOrder() {
        return splices.stream().sorted(BY_PLACE).toList();
    }

    /** A new text: the range of the original with every splice done. */
    public byte[] apply(byte[] original, int from, int to) {
        var out = new ByteSink();
        applyTo(out, original, from, to);
        return out.take();
    }

    public void applyTo(ByteSink out, byte[] original, int from, int to) {
        if (splices.size() > 1) {
            splices.sort(BY_PLACE);
        }
        var at = from;
        for (var splice : splices) {
            out.append(original, at, splice.from()).append(splice.instead());
            at = splice.to();
        }
        out.append(original, at, to);
    }

    public void clear() {
        splices.clear();
    }
}
