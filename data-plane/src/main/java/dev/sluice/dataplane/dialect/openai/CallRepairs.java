package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonPatch;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives calls of functions what clients need to go on and some servers leave out: an id to answer
 * by, and arguments that are a JSON text, {@code {}} where there are none.
 */
final class CallRepairs {
    private static final byte[] NO_ARGUMENTS = ChatText.ascii("\"{}\"");

    /** By choice, the calls that have begun, and those of them without a word of arguments. */
    private final Map<Integer, BitSet> begun = new HashMap<>();

    private final Map<Integer, BitSet> bare = new HashMap<>();

    /** Of a whole reply. */
    static void ofReply(JsonPatch patch, ChatFrame frame, byte[] bytes) {
        for (var call : frame.calls) {
            addId(patch, call, bytes);
            if (!call.hasArguments(bytes)) {
                put(
                        patch,
                        "arguments",
                        NO_ARGUMENTS,
                        call.argumentsFrom,
                        call.argumentsTo,
                        call.functionFrom);
            }
            quote(patch, call, bytes);
        }
    }

    /** Of the chunk that was read last; ids belong into the first one of a call. */
    void ofChunk(JsonPatch patch, ChatFrame frame, byte[] bytes) {
        for (var call : frame.calls) {
            var choice = frame.choiceIndex[call.slot];
            var known = begun.computeIfAbsent(choice, ignored -> new BitSet());
            var silent = bare.computeIfAbsent(choice, ignored -> new BitSet());
            if (!known.get(call.index)) {
                known.set(call.index);
                silent.set(call.index);
                addId(patch, call, bytes);
            }
            if (call.hasArguments(bytes)) {
                silent.clear(call.index);
                quote(patch, call, bytes);
            }
        }
    }

    /** The calls of a choice that ends, and for which nobody gave arguments; told once. */
    BitSet bare(int choice) {
        var silent = bare.remove(choice);
        return silent == null ? new BitSet() : silent;
    }

    private static void addId(JsonPatch patch, CallPlace call, byte[] bytes) {
        if (!call.hasId(bytes)) {
            var id = ForeignJson.quoted(CallIds.fresh());
            put(patch, "id", id, call.idFrom, call.idTo, call.from);
        }
    }

    private static void quote(JsonPatch patch, CallPlace call, byte[] bytes) {
        if (call.argumentsFrom >= 0 && bytes[call.argumentsFrom] == '{') {
            var length = call.argumentsTo - call.argumentsFrom;
            var text = new String(bytes, call.argumentsFrom, length, StandardCharsets.UTF_8);
            patch.replace(call.argumentsFrom, call.argumentsTo, ForeignJson.quoted(text));
        }
    }

    /** In the place of the value; where it is absent, at the beginning of its object. */
    private static void put(
            JsonPatch patch, String field, byte[] value, int from, int to, int objectFrom) {
        if (from >= 0) {
            patch.replace(from, to, value);
            return;
        }
        var text = new String(value, StandardCharsets.UTF_8);
        var inserted = ("\"" + field + "\":" + text + ",").getBytes(StandardCharsets.UTF_8);
        patch.replace(objectFrom, objectFrom, inserted);
    }
}
