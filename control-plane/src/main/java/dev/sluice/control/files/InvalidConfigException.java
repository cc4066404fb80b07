package dev.sluice.control.files;

import dev.sluice.control.web.ApiError.FaultAt;
import java.util.Comparator;
import java.util.List;

/** A config that has faults; nothing of it was applied. */
public final class InvalidConfigException extends RuntimeException {
    private final transient List<FaultAt> faults;

    InvalidConfigException(List<FaultAt> faults) {
        super(faults.size() + " faults, the first: " + faults.getFirst().message());
        this.faults =
                faults.stream()
                        .sorted(
                                Comparator.comparing(
                                        FaultAt::line,
                                        Comparator.nullsLast(Comparator.naturalOrder())))
                        .toList();
    }

    public List<FaultAt> faults() {
        return faults;
    }
}
