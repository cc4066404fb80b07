package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.model.route.Upstream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where calls of an upstream go: a host, and the path that the dialect's endpoints stand under.
 *
 * @param name host and port as health, logs and books name the instance
 * @param basePath without a slash at its end
 */
record UpstreamAddress(String name, String host, int port, boolean tls, String basePath) {
    private static final List<String> ENDPOINTS =
            List.of(
                    "/chat/completions",
                    "/completions",
                    "/embeddings",
                    "/models",
                    "/responses",
                    "/v1/messages");

    /** Every address of the upstream; fails with {@link IllegalArgumentException}. */
    static List<UpstreamAddress> of(Upstream upstream, Provider provider) {
        if (!upstream.instances().isEmpty()) {
            return upstream.instances().stream()
                    .map(instance -> instance(instance, provider))
                    .toList();
        }
        var baseUrl = upstream.baseUrl() != null ? upstream.baseUrl() : provider.baseUrl();
        if (baseUrl == null) {
            throw new IllegalArgumentException(
                    "upstream '" + upstream.name() + "' has neither baseUrl nor instances");
        }
        return List.of(base(baseUrl, provider));
    }

    /** A host root: the row's path is added unless it was pasted along. */
    private static UpstreamAddress instance(String text, Provider provider) {
        var address = parse(text);
        return address.basePath.isEmpty() ? address.under(provider.instancePath()) : address;
    }

    /** What the provider's SDK would be given. */
    private static UpstreamAddress base(String text, Provider provider) {
        var address = parse(text);
        var official = provider.baseUrl();
        if (address.basePath.isEmpty() && official != null && !text.equals(official)) {
            var own = parse(official);
            return own.host.equals(address.host) ? own : address;
        }
        return address;
    }

    /** An endpoint's path: a version that stands in the base and in the endpoint stands once. */
    String at(String path) {
        var last = basePath.substring(Math.max(0, basePath.lastIndexOf('/')));
        return last.length() > 1 && path.startsWith(last + "/")
                ? basePath + path.substring(last.length())
                : basePath + path;
    }

    private UpstreamAddress under(String path) {
        return new UpstreamAddress(name, host, port, tls, path);
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
                withoutEndpoint(uri.getRawPath()));
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
        return path;
    }

    private static String withoutSlashes(String path) {
        var end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }
}
