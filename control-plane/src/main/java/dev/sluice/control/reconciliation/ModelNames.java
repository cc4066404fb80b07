package dev.sluice.control.reconciliation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which models of ours a provider means by a name. */
final class ModelNames {
    /** Providers bill dated versions of what is asked for without a date. */
    private static final Pattern DATE = Pattern.compile("[-@](\\d{4}-\\d{2}-\\d{2}|\\d{8})$");

    private final Map<String, String> providerNames;
    private final Map<String, String> byServed = new HashMap<>();

    /**
     * Learns what was served.
     *
     * @param providerNames by our own name
     */
    ModelNames(Map<String, String> providerNames, List<OwnUsage.Sums> used) {
        this.providerNames = providerNames;
        for (var sums : used) {
            for (var served : sums.servedModels()) {
                byServed.putIfAbsent(served, ofOurs(sums.model()));
            }
        }
    }

    String ofOurs(String model) {
        return providerNames.getOrDefault(model, model);
    }

    /** The provider's name as our config has it; the name itself where nobody knows it here. */
    String ofTheirs(String name) {
        if (providerNames.containsValue(name)) {
            return name;
        }
        var undated = DATE.matcher(name).replaceFirst("");
        if (providerNames.containsValue(undated)) {
            return undated;
        }
        return byServed.getOrDefault(name, name);
    }

    /** What the model is called here. */
    List<String> ours(String providerName) {
        var names = new TreeSet<String>();
        providerNames.forEach((own, name) -> {
            if (name.equals(providerName)) {
                names.add(own);
            }
        });
        return List.copyOf(names);
    }
}
