package dev.sluice.dataplane.upstream.provider;

import dev.sluice.dataplane.upstream.provider.auth.Authorizer;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange;
import dev.sluice.model.route.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of the provider table: all that differs between providers of one dialect.
 *
 * @param baseUrl where the provider is reached unless the upstream says otherwise; null for servers
 *     that people run themselves
 * @param instancePath what an instance's host root lacks
 * @param otherBases the addresses of dialects that the provider has elsewhere
 * @param secretNeeded whether a call without a credential is a mistake in the config
 * @param streamOptions whether the provider takes {@code stream_options}
 * @param capField where an output cap goes that the caller did not give
 * @param authorizer how the secret is shown
 * @param exchange what a secret is exchanged for first; null shows the secret itself
 * @param paths where the operations stand
 * @param rules what it takes of a request's parameters
 * @param ofModels the rules of some models, which replace the row's
 * @param statuses the HTTP status behind the provider's own error codes, where its own misleads
 */
public record Provider(
        String name,
        Dialect dialect,
        @Nullable String baseUrl,
        String instancePath,
        Map<Dialect, String> otherBases,
        boolean secretNeeded,
        boolean streamOptions,
        String capField,
        Authorizer authorizer,
        @Nullable TokenExchange exchange,
        Paths paths,
        ParameterRules rules,
        List<ModelRules> ofModels,
        Map<String, Integer> statuses) {

    /** What a model takes of a request's parameters. */
    public ParameterRules rulesFor(String model) {
        return ofModels.stream()
                .filter(some -> some.concern(model))
                .map(ModelRules::rules)
                .findFirst()
                .orElse(rules);
    }

    /** The rules of some models, by how their names begin. */
    public Map<String, ParameterRules> rulesByModel() {
        var byPrefix = new LinkedHashMap<String, ParameterRules>();
        ofModels.forEach(some -> byPrefix.put(String.join(", ", some.prefixes()), some.rules()));
        return byPrefix;
    }

    /** The address where the dialect is spoken; null where only the upstream can tell. */
    public @Nullable String baseUrl(Dialect spoken) {
        return otherBases.getOrDefault(spoken, baseUrl);
    }

    /** What an instance's host root lacks for the dialect. */
    public String instancePath(Dialect spoken) {
        return switch (spoken) {
            case OPENAI_CHAT, OPENAI_RESPONSES -> instancePath;
            case ANTHROPIC,
                    GEMINI,
                    BEDROCK_CONVERSE,
                    DASHSCOPE,
                    QIANFAN,
                    OLLAMA,
                    TGI,
                    COHERE,
                    GRPC_OIP ->
                    "";
        };
    }
}
