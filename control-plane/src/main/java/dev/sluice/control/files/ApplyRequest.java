package dev.sluice.control.files;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A config file that is to become what files manage.
 *
 * @param file its name, for people
 * @param env values for {@code ${env:NAME}}
 * @param adopt {@code kind/path} of console-made documents that the file takes over
 */
public record ApplyRequest(
        @Nullable String file,
        @Nullable String text,
        @Nullable Map<String, String> env,
        @Nullable List<String> adopt,
        @Nullable String comment) {
    String fileOrDefault() {
        return file != null && !file.isBlank() ? file : "sluice.yaml";
    }

    String textOrEmpty() {
        return text != null ? text : "";
    }

    Map<String, String> envOrEmpty() {
        return env != null ? env : Map.of();
    }

    List<String> adoptOrEmpty() {
        return adopt != null ? adopt : List.of();
    }

    /** Without the text and the environment, which hold secrets. */
    @Override
    public String toString() {
        return "ApplyRequest[" + file + "]";
    }
}
