package dev.sluice.control.secrets;

import dev.sluice.model.route.Upstream;
import java.util.List;

/**
 * An upstream whose secrets were taken out of it.
 *
 * @param upstream with hints where the secrets stood
 * @param fresh secrets that are new or differ from the stored ones, sealed
 * @param replaced names of those that had another value before
 * @param missing names of secrets that have no value, neither given nor stored
 */
public record PreparedUpstream(
        Upstream upstream, List<SealedSecret> fresh, List<String> replaced, List<String> missing) {
    public PreparedUpstream {
        fresh = List.copyOf(fresh);
        replaced = List.copyOf(replaced);
        missing = List.copyOf(missing);
    }
}
