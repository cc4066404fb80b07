package dev.sluice.cli.stack;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/** What {@code up} prints when the stack is ready. */
public final class UpSummary {
    private UpSummary() {}

    public static List<String> lines(StackFile stack, double seconds) {
        var lines = new ArrayList<String>();
        lines.add("Sluice is up after %.0f s, version %d.".formatted(seconds, stack.version()));
        lines.add("  gateway  " + String.join(", ", stack.gateway()));
        lines.add("  console  " + stack.console());
        lines.add("  login    %s / %s".formatted(stack.admin().user(), stack.admin().password()));
        if (stack.keys().isEmpty()) {
            lines.add("No keys yet: issue one in the console, or ./sluice apply -f FILE.");
            return lines;
        }
        var first = stack.keys().entrySet().iterator().next();
        lines.add("  AppKey   %s  (%s)".formatted(first.getValue(), first.getKey()));
        lines.add("");
        lines.add("Try it:");
        String model = firstModel(stack.gateway().getFirst(), first.getValue());
        lines.add(
                "  curl -s %s/v1/chat/completions -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' -d '%s'"
                        .formatted(
                                stack.gateway().getFirst(),
                                first.getValue(),
                                "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello!\"}]}"
                                        .formatted(model)));
        lines.add("");
        return lines;
    }

    /** Asked of the gateway itself: it is what the key may call. */
    private static String firstModel(String gateway, String key) {
        try (var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            var request =
                    HttpRequest.newBuilder(URI.create(gateway + "/v1/models"))
                            .header("Authorization", "Bearer " + key)
                            .timeout(Duration.ofSeconds(5))
                            .build();
            var body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return SluiceJson.mapper()
                    .readTree(body)
                    .path("data")
                    .path(0)
                    .path("id")
                    .asString("chat");
        } catch (IOException | JacksonException noAnswer) {
            return "chat";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "chat";
        }
    }
}
