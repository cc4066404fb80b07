package dev.sluice.dataplane.conversation;

/** Why an answer ended. */
public enum StopReason {
    /** The model had said what it had to say. */
    END,
    /** A stop text of the caller's came. */
    STOP_SEQUENCE,
    /** The output cap was reached. */
    LENGTH,
    /** Input and output together filled the model's context. */
    CONTEXT_FULL,
    /** The model waits for results of tools. */
    TOOL_CALLS,
    /** A filter of the provider's held the answer back. */
    FILTERED,
    /** The model declined. */
    REFUSED,
    /** The provider paused its own tool loop; the content sent back goes on with it. */
    PAUSED,
    /** The model's call of a tool could not be read. */
    MALFORMED_CALL,
    /** The provider gave up: never shown as an end. */
    BROKEN,
    /** The answer broke off, and its caller wants that told as an end. Only the gateway says it. */
    INTERRUPTED;

    /** A plain end after calls of tools is a wait for their results, whatever the provider says. */
    public StopReason after(boolean toolCalls) {
        return this == END && toolCalls ? TOOL_CALLS : this;
    }
}
