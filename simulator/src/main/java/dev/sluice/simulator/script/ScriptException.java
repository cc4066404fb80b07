package dev.sluice.simulator.script;

/** A script that cannot be understood; the message says which word and what would be right. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ScriptException(String message) {
        super(message);
    }
}
