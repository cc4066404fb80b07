package dev.sluice.simulator.dialect;

import java.util.Map;

/** How a dialect says no. */
@FunctionalInterface
public interface ErrorForm {
    Refused refuse(Told told);

    /** An error as it goes out; a vendor's status is not always the one that is meant. */
    record Refused(int status, Map<String, String> headers, Object body) {
        public static Refused of(int status, Object body) {
            return new Refused(status, Map.of(), body);
        }
    }
}
