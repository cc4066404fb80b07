package dev.sluice.dataplane.dialect;

/**
 * Takes the insides of JSON strings that are output of the model, for the gateway's own count. The
 * array must not be kept.
 */
@FunctionalInterface
public interface OutputText {
    void append(byte[] json, int from, int to);
}
