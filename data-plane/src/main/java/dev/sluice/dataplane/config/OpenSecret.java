package dev.sluice.dataplane.config;

/** A provider credential in the clear; it exists only in this process's memory. */
public record OpenSecret(String name, String value) {
    @Override
    public String toString() {
        return "OpenSecret[" + name + "]";
    }
}
