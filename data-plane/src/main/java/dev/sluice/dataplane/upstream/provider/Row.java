package dev.sluice.dataplane.upstream.provider;

import dev.sluice.dataplane.upstream.provider.auth.Authorizer;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange;
import dev.sluice.model.route.Dialect;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a row of the table: only what differs from the common is said. */
final class Row {
    private final String name;
    private final Dialect dialect;
    private final @Nullable String baseUrl;
    private final Map<Dialect, String> otherBases = new EnumMap<>(Dialect.class);
    private String instancePath = "/v1";
    private boolean secretNeeded;
    private boolean streamOptions = true;
    private String capField = "max_tokens";
    private Authorizer authorizer = Authorizer.BEARER;
    private @Nullable TokenExchange exchange;
    private Paths paths = Paths.OF_DIALECT;
    private ParameterRules rules = ParameterRules.NONE;
    private List<ModelRules> ofModels = List.of();
    private Map<String, Integer> statuses = Map.of();

    private Row(String name, Dialect dialect, @Nullable String baseUrl) {
        this.name = name;
        this.dialect = dialect;
        this.baseUrl = baseUrl;
    }

    static Row hosted(String name, Dialect dialect, String baseUrl) {
        var row = new Row(name, dialect, baseUrl);
        row.secretNeeded = true;
        row.instancePath = "";
        return row;
    }

    /** Hosted at an address that is each customer's own. */
    static Row ofCustomer(String name, Dialect dialect) {
        var row = new Row(name, dialect, null);
        row.secretNeeded = true;
        row.instancePath = "";
        return row;
    }

    static Row selfHosted(String name, Dialect dialect) {
        return new Row(name, dialect, null);
    }

    Row at(Dialect other, String base) {
        otherBases.put(other, base);
        return this;
    }

    Row instancePath(String path) {
        instancePath = path;
        return this;
    }

    /** Gives usage on the last chunk by itself and refuses to be asked for it. */
    Row withoutStreamOptions() {
        streamOptions = false;
        return this;
    }

    Row capField(String field) {
        capField = field;
        return this;
    }

    Row auth(Authorizer how) {
        authorizer = how;
        return this;
    }

    Row exchange(TokenExchange how) {
        exchange = how;
        return this;
    }

    Row paths(Paths own) {
        paths = own;
        return this;
    }

    Row rules(ParameterRules own) {
        rules = own;
        return this;
    }

    Row models(List<ModelRules> some) {
        ofModels = some;
        return this;
    }

    Row statuses(Map<String, Integer> byCode) {
        statuses = byCode;
        return this;
    }

    Provider done() {
        return new Provider(
                name,
                dialect,
                baseUrl,
                instancePath,
                Map.copyOf(otherBases),
                secretNeeded,
                streamOptions,
                capField,
                authorizer,
                exchange,
                paths,
                rules,
                ofModels,
                statuses);
    }
}
