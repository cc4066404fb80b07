package dev.sluice.dataplane.fetch;

/** Why a medium cannot be had. */
final class Unfetchable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String detail;

    /** For what the caller may know whole. */
    Unfetchable(String reason) {
        this(reason, reason);
    }

    /**
     * @param reason for the caller: the end of a sentence about the medium, which tells nothing of
     *     what the node sees of its networks
     * @param detail for the operator's log
     */
    Unfetchable(String reason, String detail) {
        super(reason, null, false, false);
        this.detail = detail;
    }

    /** One answer for all that could tell a caller what is where. */
    static Unfetchable unreached(String detail) {
        return new Unfetchable("its server cannot be reached from here", detail);
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    String detail() {
        return detail;
    }
}
