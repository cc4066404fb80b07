package dev.sluice.dataplane.upstream.provider;

/**
 * What an upstream's address has behind the host.
 *
 * @param path without a slash at its end
 * @param query empty where there is none
 */
public record ServerPath(String path, String query) {

    /**
     * A path under it. What people paste may hold the beginning of it already, and it is not said
     * twice.
     */
    public String join(String under) {
        return withoutDoubled(under) + under;
    }

    private String withoutDoubled(String under) {
        for (var end = under.indexOf('/', 1); end > 0; end = under.indexOf('/', end + 1)) {
            var longer = under.indexOf('/', end + 1);
            if ((longer < 0 || !path.endsWith(under.substring(0, longer)))
                    && path.endsWith(under.substring(0, end))) {
                return path.substring(0, path.length() - end);
            }
        }
        return path;
    }

    /** The value of a parameter of the query; the default where it is not given. */
    String parameter(String name, String otherwise) {
        for (var pair : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return pair.substring(name.length() + 1);
            }
        }
        return otherwise;
    }
}
