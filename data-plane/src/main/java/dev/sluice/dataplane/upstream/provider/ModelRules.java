package dev.sluice.dataplane.upstream.provider;

import java.util.List;
import java.util.Locale;

/**
 * Rules for some of a provider's models.
 *
 * @param prefixes of the models' names, in lower case; a name may stand behind a vendor's and a
 *     slash
 */
record ModelRules(List<String> prefixes, List<String> except, ParameterRules rules) {

    boolean concern(String model) {
        var name = model.toLowerCase(Locale.ROOT);
        var bare = name.substring(name.lastIndexOf('/') + 1);
        return prefixes.stream().anyMatch(bare::startsWith)
                && except.stream().noneMatch(bare::startsWith);
    }
}
