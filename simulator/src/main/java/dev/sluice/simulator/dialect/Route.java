package dev.sluice.simulator.dialect;

import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Where calls of one kind are taken, and by what. */
public sealed interface Route {
    Path path();

    ErrorForm errors();

    record Chat(Path path, Dialect dialect) implements Route {
        @Override
        public ErrorForm errors() {
            return dialect.errors();
        }
    }

    record Figures(Path path, Measure measure, ErrorForm errors) implements Route {}

    /**
     * A path of the dialect's; what stands before it is the call's lane.
     *
     * @param form a regular expression with the groups {@code lane} and perhaps {@code model}
     * @param onlyModel the one that is served where a request names none
     */
    record Path(Pattern form, boolean namesModel, @Nullable String onlyModel) {
        /** {@code {model}} is what the path says of the model, a slash encoded in it. */
        public static Path of(String tail) {
            return new Path(
                    Pattern.compile("(?<lane>.*?)" + tail.replace("{model}", "(?<model>[^/]+?)")),
                    tail.contains("{model}"),
                    null);
        }

        public Path only(String model) {
            return new Path(form, namesModel, model);
        }

        /** The lane of a path of this form; null for others. */
        public @Nullable String lane(String path) {
            Matcher matcher = form.matcher(path);
            if (!matcher.matches()) {
                return null;
            }
            String lane = matcher.group("lane");
            return lane.startsWith("/") ? lane.substring(1) : lane;
        }

        private @Nullable String model(String path) {
            Matcher matcher = form.matcher(path);
            if (!namesModel || !matcher.matches()) {
                return null;
            }
            String plus = matcher.group("model").replace("+", "%2B");
            return URLDecoder.decode(plus, StandardCharsets.UTF_8);
        }
    }

    default Ask ask(HttpServerRequest http, String path, JsonNode body) {
        if (!body.isObject()) {
            throw new IllegalArgumentException("the body must be a JSON object");
        }
        String named = path().model(path);
        boolean nameless = named == null && body.path("model").asString("").isEmpty();
        return new Ask(http, path, nameless ? path().onlyModel() : named, body);
    }
}
