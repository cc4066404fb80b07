package dev.sluice.dataplane.upstream.provider;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;

/** The three doors of Azure: deployments, the newer one without versions, and Foundry's models. */
final class AzurePaths {
    private static final String VERSION = "2024-10-21";
    private static final String RESPONSES_VERSION = "2025-04-01-preview";
    private static final String MEDIA_VERSION = "2025-04-01-preview";
    private static final String FOUNDRY_VERSION = "2024-05-01-preview";
    private static final String NEWER = "/openai/v1";

    private AzurePaths() {}

    static String of(ServerPath base, CallTarget target) {
        if (target.dialect() == Dialect.ANTHROPIC) {
            return base.join("/anthropic" + Paths.ofDialect(target));
        }
        var path = base.path();
        var operation = Paths.ofOpenAi(target);
        if (path.endsWith(NEWER)) {
            return base.join(operation);
        }
        if (path.endsWith("/models")) {
            return path + operation + version(base, FOUNDRY_VERSION);
        }
        if (target.dialect() == Dialect.OPENAI_RESPONSES) {
            return root(path) + "/openai" + operation + version(base, RESPONSES_VERSION);
        }
        var version = isMedia(target) ? MEDIA_VERSION : VERSION;
        if (path.contains("/deployments/")) {
            return path + operation + version(base, version);
        }
        return root(path)
                + "/openai/deployments/"
                + Paths.encodedWhole(target.model())
                + operation
                + version(base, version);
    }

    private static boolean isMedia(CallTarget target) {
        return target.operation() == Operation.IMAGES || target.operation() == Operation.AUDIO;
    }

    private static String root(String path) {
        var at = path.indexOf("/openai");
        return at < 0 ? path : path.substring(0, at);
    }

    private static String version(ServerPath base, String otherwise) {
        return "?api-version=" + base.parameter("api-version", otherwise);
    }
}
