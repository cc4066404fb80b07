package dev.sluice.control.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Answers as they are promised, kept as files. {@code -Dfixtures.update=true} rewrites them; review
 * reads the difference.
 */
public final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private Golden() {}

    /** Field order, names and forms are part of the promise, so the text is compared. */
    public static void assertJson(String name, String actual) {
        var pretty =
                SluiceJson.mapper()
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(SluiceJson.mapper().readTree(actual))
                        + "\n";
        assertText(name, pretty);
    }

    public static void assertText(String name, String actual) {
        var file = FOLDER.resolve(name);
        try {
            if (Boolean.getBoolean("fixtures.update")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, actual);
            }
            assertThat(actual).isEqualTo(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
