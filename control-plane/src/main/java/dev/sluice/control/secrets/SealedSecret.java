package dev.sluice.control.secrets;

/** A provider credential as it is kept; the hint is all that people are shown of it. */
public record SealedSecret(String upstream, String name, String sealed, String hint) {
    String id() {
        return upstream + "/" + name;
    }

    @Override
    public String toString() {
        return "SealedSecret[" + id() + "]";
    }
}
