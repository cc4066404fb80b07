package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.dataplane.upstream.provider.ServerPath;
import dev.sluice.model.route.Upstream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where calls of an upstream go: a host, and the path that the dialect's endpoints stand under.
 *
 * @param name host and port as health, logs and books name the instance
 * @param base the path and query behind the host
 */
record UpstreamAddress(String name, String host, int port, boolean tls, ServerPath base) {
    private static final List<String> ENDPOINTS =
            List.of(
                    "/chat/completions",
                    "/completions",
                    "/embeddings",
                    "/responses",
                    "/messages",
                    "/images/generations",
                    "/images/edits",
                    "/images/variations",
                    "/audio/speech",
                    "/audio/transcriptions",
                    "/audio/translations",
                    "/api/chat",
                    "/v2/chat",
                    "/generate",
                    "/generate_stream",
                    "/services/aigc/text-generation/generation",
                    "/services/aigc/multimodal-generation/generation");

    /** Endpoints whose path names the model. */
    private static final Pattern OF_MODEL =
            Pattern.compile(
                    "(?:/publishers/[^/]+)?/models?/[^/]+(?::[A-Za-z]+|/converse(?:-stream)?)$");

    /** Every address of the upstream; fails with {@link IllegalArgumentException}. */
    static List<UpstreamAddress> of(Upstream upstream, Provider provider) {
        var own = upstream.dialect();
        var dialect = own == null ? provider.dialect() : own;
        if (!upstream.instances().isEmpty()) {
            return upstream.instances().stream()
                    .map(instance -> instance(instance, provider.instancePath(dialect)))
                    .toList();
        }
        var baseUrl = upstream.baseUrl() != null ? upstream.baseUrl() : provider.baseUrl(dialect);
        if (baseUrl == null) {
            throw new IllegalArgumentException(
                    "upstream '" + upstream.name() + "' has neither baseUrl nor instances");
        }
        return List.of(base(baseUrl, provider.baseUrl(dialect)));
    }

    /** A host root: the row's path is added unless it was pasted along. */
    private static UpstreamAddress instance(String text, String path) {
        var address = parse(text);
        return address.base.path().isEmpty() ? address.under(path) : address;
    }

    /** What the provider's SDK would be given. */
    private static UpstreamAddress base(String text, @Nullable String official) {
        var address = parse(text);
        if (address.base.path().isEmpty() && official != null && !text.equals(official)) {
            var own = parse(official);
            return own.host.equals(address.host) ? own : address;
        }
        return address;
    }

    private UpstreamAddress under(String path) {
        return new UpstreamAddress(name, host, port, tls, new ServerPath(path, base.query()));
    }

    /** Understands what people paste: slashes at the end, a whole endpoint, a query string. */
    private static UpstreamAddress parse(String text) {
        var uri = URI.create(text.contains("://") ? text.strip() : "https://" + text.strip());
        var host = hostOf(uri);
        if (host == null) {
            throw new IllegalArgumentException("'" + text + "' is not the address of a server");
        }
        var tls = !"http".equalsIgnoreCase(uri.getScheme());
        var port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
        return new UpstreamAddress(
                host + ":" + port,
                host.toLowerCase(Locale.ROOT),
                port,
                tls,
                new ServerPath(
                        withoutEndpoint(uri.getRawPath()),
                        Objects.requireNonNullElse(uri.getRawQuery(), "")));
    }

    private static @Nullable String hostOf(URI uri) {
        return uri.getHost();
    }

    private static String withoutEndpoint(@Nullable String rawPath) {
        var path = withoutSlashes(rawPath == null ? "" : rawPath);
        for (var endpoint : ENDPOINTS) {
            if (path.endsWith(endpoint)) {
                return withoutSlashes(path.substring(0, path.length() - endpoint.length()));
            }
        }
        var ofModel = OF_MODEL.matcher(path);
        if (ofModel.find()) {
            return withoutSlashes(path.substring(0, ofModel.start()));
        }
        // A list of models is an endpoint, too, but at Azure the root of one.
        return path.endsWith("/v1/models")
                ? path.substring(0, path.length() - "/models".length())
                : path;
    }

    /** Scheme, host and port. */
    String root() {
        return (tls ? "https://" : "http://") + host + ":" + port;
    }

    private static String withoutSlashes(String path) {
        var end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }
}
