package dev.sluice.dataplane.form;

/** The bytes are no form; the reason says where and why, in words a caller can act on. */
public final class MalformedForm extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public MalformedForm(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
