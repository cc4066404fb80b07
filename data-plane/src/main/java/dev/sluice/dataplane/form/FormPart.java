package dev.sluice.dataplane.form;

import org.jspecify.annotations.Nullable;

/**
 * One part of a form: its content lies from (inclusive) to (exclusive) in the form's bytes.
 *
 * @param file whether it has a file's name
 * @param encoding how the content is encoded in transfer, which nobody does any more; null where it
 *     is as it is
 */
public record FormPart(String name, boolean file, @Nullable String encoding, int from, int to) {
    public int length() {
        return to - from;
    }
}
