package dev.sluice.model.snapshot;

/**
 * One object of the config.
 *
 * @param path its name; below a tenant the names down to it, joined by slashes
 */
public record ConfigDocument(DocumentKind kind, String path, ConfigBody body) {
    /**
     * Kind and path in one text, as plans and audit rows show it: {@code app payments/checkout}.
     */
    public String label() {
        return kind.text() + " " + path;
    }
}
