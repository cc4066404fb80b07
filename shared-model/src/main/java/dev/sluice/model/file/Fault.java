package dev.sluice.model.file;

/**
 * Something in a config file that must be changed.
 *
 * @param line counts from 1; 0 where the fault has no place
 * @param path where in the document, as in {@code models[0].upstream}
 */
public record Fault(int line, String path, String message) {
    /** As tools print it: {@code sluice.yaml:12: models[0].upstream: …}. */
    public String format(String file) {
        return file
                + (line > 0 ? ":" + line : "")
                + ": "
                + (path.isEmpty() ? "" : path + ": ")
                + message;
    }
}
