package dev.sluice.dataplane.upstream;

/** Is told of every question for a token. */
@FunctionalInterface
public interface TokenWatch {
    /**
     * A token endpoint was asked.
     *
     * @param outcome {@code token}, or why there is none
     */
    void asked(String upstream, String outcome);
}
