package dev.sluice.simulator.script;

/**
 * The one way in which a call goes wrong. {@code after} counts content frames that still go out.
 */
public sealed interface Fault {
    Fault NONE = new None();

    record None() implements Fault {}

    /** Answers with this status and an error body instead of a completion. */
    record Refusal(int status) implements Fault {}

    /** Takes the request and never answers, not even with a head. */
    record Hang() implements Fault {}

    /** Falls silent with the connection open. */
    record Stall(int after) implements Fault {}

    /** Ends the connection by RST; after 0 the caller sees no head. */
    record Reset(int after) implements Fault {}

    /** Ends the connection by FIN in the middle of the body; after 0 the caller sees no head. */
    record Close(int after) implements Fault {}

    /** Ends the HTTP body properly, without finish reason, usage or terminator. */
    record Cut(int after) implements Fault {}

    /** Sends an error inside the stream and ends. */
    record ErrorFrame(int after) implements Fault {}
}
