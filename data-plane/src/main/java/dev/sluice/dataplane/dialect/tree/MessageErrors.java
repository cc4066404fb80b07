package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.json.ByteSink;
import tools.jackson.databind.node.ObjectNode;

/** Errors of dialects that wrap nothing around them. */
public final class MessageErrors implements ErrorCodec {
    /** The error as an object. */
    @FunctionalInterface
    public interface Form {
        ObjectNode of(Told told);
    }

    private final Form form;
    private final byte[] before;
    private final byte[] after;

    /**
     * @param before what an event begins with
     * @param after what it ends with
     */
    public MessageErrors(Form form, String before, String after) {
        this.form = form;
        this.before = Tree.ascii(before);
        this.after = Tree.ascii(after);
    }

    @Override
    public byte[] body(Told told) {
        return Tree.bytes(form.of(told));
    }

    @Override
    public void event(Told told, Door door, ByteSink out) {
        out.append(before).append(body(told)).append(after);
    }
}
