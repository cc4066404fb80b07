package dev.sluice.bench;

import java.util.Arrays;
import java.util.List;

/** One line of the result: a workload through the gateway, beside the same without it. */
record Figures(
        String workload,
        double callsPerSecond,
        double chunksPerSecond,
        double cpuMicrosPerCall,
        double cpuMicrosPerChunk,
        double addedP50Ms,
        double addedP99Ms,
        double addedFirstByteP50Ms,
        double addedFirstByteP99Ms,
        long residentMb,
        long errors) {
    /** The median of each figure over the repetitions; errors are summed. */
    static Figures median(List<Figures> runs) {
        return new Figures(
                runs.getFirst().workload(),
                middle(runs.stream().mapToDouble(Figures::callsPerSecond).toArray()),
                middle(runs.stream().mapToDouble(Figures::chunksPerSecond).toArray()),
                middle(runs.stream().mapToDouble(Figures::cpuMicrosPerCall).toArray()),
                middle(runs.stream().mapToDouble(Figures::cpuMicrosPerChunk).toArray()),
                middle(runs.stream().mapToDouble(Figures::addedP50Ms).toArray()),
                middle(runs.stream().mapToDouble(Figures::addedP99Ms).toArray()),
                middle(runs.stream().mapToDouble(Figures::addedFirstByteP50Ms).toArray()),
                middle(runs.stream().mapToDouble(Figures::addedFirstByteP99Ms).toArray()),
                runs.getLast().residentMb(),
                runs.stream().mapToLong(Figures::errors).sum());
    }

    private static double middle(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
