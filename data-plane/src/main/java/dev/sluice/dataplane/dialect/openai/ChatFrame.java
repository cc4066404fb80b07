package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.json.JsonCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the gateway needs of one chat reply or stream chunk, found in one walk over its bytes:
 * places of values, never the values. One object per stream, reused for every frame.
 */
final class ChatFrame {
    private static final int FEW = 4;
    private static final byte[] TYPE = ChatText.ascii("type");
    private static final byte[] TEXT = ChatText.ascii("text");

    private final JsonCursor cursor = new JsonCursor();
    private final OutputText output;

    int modelFrom;
    int modelTo;
    int idFrom;
    int idTo;
    int createdFrom;
    int createdTo;

    /** The inside of the service tier's string; -1 where it is absent or no string. */
    int tierFrom;

    int tierTo;

    /** The last usage object that is not null; -1 where there is none. */
    int usageFrom;

    int usageTo;

    /** The error value that is not null; -1 where there is none. */
    int errorFrom;

    int errorTo;

    /** Whether there is text, reasoning, refusal, a tool call or audio. */
    boolean produced;

    boolean hasChoices;
    int choiceCount;
    int[] choiceIndex = new int[FEW];

    /** The inside of the finish reason's string; -1 where it is absent or null. */
    int[] finishFrom = new int[FEW];

    int[] finishTo = new int[FEW];
    boolean[] hasTools = new boolean[FEW];

    /** The calls of functions in their order; empty in most frames. */
    final List<CallPlace> calls = new ArrayList<>(1);

    private boolean reasoningTaken;

    ChatFrame(OutputText output) {
        this.output = output;
    }

    /** Fails with {@link dev.sluice.dataplane.json.MalformedJson}. */
    void read(byte[] bytes, int from, int to) {
        modelFrom = idFrom = createdFrom = tierFrom = usageFrom = errorFrom = -1;
        choiceCount = 0;
        hasChoices = produced = false;
        if (!calls.isEmpty()) {
            calls.clear();
        }
        cursor.over(bytes, from, to);
        cursor.beginObject();
        while (cursor.nextField()) {
            readTopLevel(bytes);
        }
        cursor.expectEnd();
    }

    private void readTopLevel(byte[] bytes) {
        if (cursor.keyIs(ChatText.CHOICES) && cursor.atArray()) {
            hasChoices = true;
            readChoices(bytes);
        } else if (cursor.keyIs(ChatText.MODEL)) {
            modelFrom = cursor.position();
            cursor.skipValue();
            modelTo = cursor.reached();
        } else if (cursor.keyIs(ChatText.USAGE)) {
            readUsage();
        } else if (cursor.keyIs(ChatText.X_GROQ) && cursor.atObject()) {
            readUsageInside();
        } else if (cursor.keyIs(ChatText.ERROR) && !cursor.atNull()) {
            readError();
        } else if (cursor.keyIs(ChatText.ID)) {
            idFrom = cursor.position();
            cursor.skipValue();
            idTo = cursor.reached();
        } else if (cursor.keyIs(ChatText.CREATED)) {
            createdFrom = cursor.position();
            cursor.skipValue();
            createdTo = cursor.reached();
        } else if (cursor.keyIs(ChatText.SERVICE_TIER) && cursor.atString()) {
            cursor.readString();
            tierFrom = cursor.stringFrom();
            tierTo = cursor.stringTo();
        } else {
            cursor.skipValue();
        }
    }

    private void readError() {
        errorFrom = cursor.position();
        cursor.skipValue();
        errorTo = cursor.reached();
    }

    private void readUsage() {
        if (!cursor.atObject()) {
            cursor.skipValue();
            return;
        }
        usageFrom = cursor.position();
        cursor.skipValue();
        usageTo = cursor.reached();
    }

    private void readUsageInside() {
        cursor.beginObject();
        while (cursor.nextField()) {
            if (cursor.keyIs(ChatText.USAGE)) {
                readUsage();
            } else {
                cursor.skipValue();
            }
        }
    }

    private void readChoices(byte[] bytes) {
        cursor.beginArray();
        while (cursor.nextElement()) {
            if (!cursor.atObject()) {
                cursor.skipValue();
                continue;
            }
            readChoice(bytes);
        }
    }

    private void readChoice(byte[] bytes) {
        var slot = choiceCount++;
        ensureSlot(slot);
        choiceIndex[slot] = slot;
        finishFrom[slot] = -1;
        hasTools[slot] = false;
        cursor.beginObject();
        while (cursor.nextField()) {
            if (cursor.keyIs(ChatText.DELTA) || cursor.keyIs(ChatText.MESSAGE)) {
                readMessage(bytes, slot);
            } else if (cursor.keyIs(TEXT)) {
                readText(bytes); // of a legacy completion
            } else if (cursor.keyIs(ChatText.FINISH_REASON) && cursor.atString()) {
                cursor.readString();
                finishFrom[slot] = cursor.stringFrom();
                finishTo[slot] = cursor.stringTo();
            } else if (cursor.keyIs(ChatText.INDEX)) {
                choiceIndex[slot] = readIndex(bytes, slot);
            } else if (cursor.keyIs(ChatText.USAGE)) {
                readUsage();
            } else if (cursor.keyIs(ChatText.ERROR) && !cursor.atNull()) {
                readError();
            } else {
                cursor.skipValue();
            }
        }
    }

    private int readIndex(byte[] bytes, int otherwise) {
        var from = cursor.position();
        cursor.skipValue();
        var value = 0;
        for (var i = from; i < cursor.reached(); i++) {
            var digit = bytes[i] - '0';
            if (digit < 0 || digit > 9 || value > 10_000) {
                return otherwise;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private void readMessage(byte[] bytes, int slot) {
        if (!cursor.atObject()) {
            cursor.skipValue();
            return;
        }
        reasoningTaken = false;
        cursor.beginObject();
        while (cursor.nextField()) {
            if (cursor.keyIs(ChatText.CONTENT) || cursor.keyIs(ChatText.REFUSAL)) {
                readText(bytes);
            } else if (cursor.keyIs(ChatText.REASONING_CONTENT)
                    || cursor.keyIs(ChatText.REASONING)
                    || cursor.keyIs(ChatText.REASONING_TEXT)) {
                readReasoning(bytes);
            } else if (cursor.keyIs(ChatText.TOOL_CALLS) && cursor.atArray()) {
                readToolCalls(bytes, slot);
            } else if (cursor.keyIs(ChatText.FUNCTION_CALL) && cursor.atObject()) {
                produced = true;
                readStrings(bytes);
            } else if (cursor.keyIs(ChatText.AUDIO) && cursor.atObject()) {
                produced = true;
                cursor.skipValue();
            } else {
                cursor.skipValue();
            }
        }
    }

    /** Some servers send the same reasoning under two names: it counts once. */
    private void readReasoning(byte[] bytes) {
        if (reasoningTaken) {
            cursor.skipValue();
            return;
        }
        var before = produced;
        produced = false;
        readText(bytes);
        reasoningTaken = produced;
        produced = produced || before;
    }

    /** A string, or a list of parts whose strings are the text. */
    private void readText(byte[] bytes) {
        if (cursor.atString()) {
            cursor.readString();
            emit(bytes);
        } else if (cursor.atArray() || cursor.atObject()) {
            readStrings(bytes);
        } else {
            cursor.skipValue();
        }
    }

    private void emit(byte[] bytes) {
        if (cursor.stringTo() > cursor.stringFrom()) {
            produced = true;
            output.append(bytes, cursor.stringFrom(), cursor.stringTo());
        }
    }

    /** Every string value beneath, except types and ids. */
    private void readStrings(byte[] bytes) {
        if (cursor.atArray()) {
            cursor.beginArray();
            while (cursor.nextElement()) {
                readStrings(bytes);
            }
        } else if (cursor.atObject()) {
            cursor.beginObject();
            while (cursor.nextField()) {
                if (cursor.keyIs(ChatText.ID) || cursor.keyIs(TYPE)) {
                    cursor.skipValue();
                } else {
                    readStrings(bytes);
                }
            }
        } else if (cursor.atString()) {
            cursor.readString();
            emit(bytes);
        } else {
            cursor.skipValue();
        }
    }

    private void readToolCalls(byte[] bytes, int slot) {
        cursor.beginArray();
        for (var place = 0; cursor.nextElement(); place++) {
            produced = true;
            hasTools[slot] = true;
            if (cursor.atObject()) {
                readToolCall(bytes, new CallPlace(slot, place, cursor.position() + 1));
            } else {
                cursor.skipValue();
            }
        }
    }

    private void readToolCall(byte[] bytes, CallPlace call) {
        cursor.beginObject();
        while (cursor.nextField()) {
            if (cursor.keyIs(ChatText.FUNCTION) && cursor.atObject()) {
                calls.add(call);
                readFunction(bytes, call);
            } else if (cursor.keyIs(ChatText.CUSTOM)) {
                readStrings(bytes);
            } else if (cursor.keyIs(ChatText.INDEX)) {
                call.index = readIndex(bytes, call.index);
            } else if (cursor.keyIs(ChatText.ID)) {
                call.idFrom = cursor.position();
                cursor.skipValue();
                call.idTo = cursor.reached();
            } else {
                cursor.skipValue();
            }
        }
    }

    private void readFunction(byte[] bytes, CallPlace call) {
        call.functionFrom = cursor.position() + 1;
        cursor.beginObject();
        while (cursor.nextField()) {
            var isArguments = cursor.keyIs(ChatText.ARGUMENTS);
            var from = cursor.position();
            readStrings(bytes);
            if (isArguments) {
                call.argumentsFrom = from;
                call.argumentsTo = cursor.reached();
            }
        }
    }

    private void ensureSlot(int slot) {
        if (slot < choiceIndex.length) {
            return;
        }
        var larger = choiceIndex.length * 2;
        choiceIndex = Arrays.copyOf(choiceIndex, larger);
        finishFrom = Arrays.copyOf(finishFrom, larger);
        finishTo = Arrays.copyOf(finishTo, larger);
        hasTools = Arrays.copyOf(hasTools, larger);
    }
}
