package dev.sluice.cli.config;

import dev.sluice.cli.CommandFailure;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Price lists, as the control plane reads them. */
public final class PriceListClient {
    private final ControlPlaneClient client;

    public PriceListClient(ControlPlaneClient client) {
        this.client = client;
    }

    /** What a list would change, or has drafted. */
    public record Plan(
            Instant from, List<Model> models, List<String> notListed, Unused unused, String yaml) {
        public Plan {
            models = List.copyOf(Objects.requireNonNullElse(models, List.of()));
            notListed = List.copyOf(Objects.requireNonNullElse(notListed, List.of()));
            yaml = Objects.requireNonNullElse(yaml, "");
        }
    }

    /** What becomes of one model's prices. */
    public record Model(
            String model,
            String listedAs,
            String action,
            @Nullable String reason,
            String managedBy,
            @Nullable String fileName,
            Instant from,
            List<String> changes,
            List<NotTaken> notTaken,
            List<String> notes,
            boolean drafted) {
        public Model {
            changes = List.copyOf(Objects.requireNonNullElse(changes, List.of()));
            notTaken = List.copyOf(Objects.requireNonNullElse(notTaken, List.of()));
            notes = List.copyOf(Objects.requireNonNullElse(notes, List.of()));
        }
    }

    /** A field of the list that a price has no place for. */
    public record NotTaken(String field, String value, String reason) {}

    /** Models of the list that nothing here uses. */
    public record Unused(int count, List<String> first) {
        public Unused {
            first = List.copyOf(Objects.requireNonNullElse(first, List.of()));
        }
    }

    /** The text of a list. */
    public static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (MalformedInputException notUtf8) {
            throw CommandFailure.failed(file + ":1: the file is not UTF-8 text");
        } catch (IOException unreadable) {
            throw CommandFailure.failed(
                    "sluice: cannot read the price list %s: %s"
                            .formatted(file, ConfigText.reason(unreadable)));
        }
    }

    /** Asks what a list would change; drafts it where that is asked for. */
    public Plan read(
            String file,
            String text,
            @Nullable String format,
            @Nullable Instant from,
            boolean isApplied) {
        var query =
                "?apply="
                        + isApplied
                        + (format == null ? "" : "&format=" + encoded(format))
                        + (from == null ? "" : "&from=" + from);
        return client.post("/api/v1/prices/import" + query, text, "prices", file, Plan.class);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
