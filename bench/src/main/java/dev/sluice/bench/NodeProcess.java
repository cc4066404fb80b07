package dev.sluice.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The operating system's figures of one process (Linux only). */
public record NodeProcess(long pid) {
    /**
     * The kernel counts CPU time in hundredths of a second for user programs, whatever its tick.
     */
    private static final long MICROS_PER_TICK = 10_000;

    /** CPU time used so far, user and system. */
    public long cpuMicros() {
        String stat = read("stat");
        // The command name, in brackets, may hold spaces; fields are counted after it.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MICROS_PER_TICK;
    }

    /** With that of the processes that it started, those that ended included. */
    public long cpuMicrosWithChildren() {
        String stat = read("stat");
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ended = (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * MICROS_PER_TICK;
        return cpuMicros()
                + ended
                + ProcessHandle.of(pid).stream()
                        .flatMap(ProcessHandle::children)
                        .mapToLong(child -> new NodeProcess(child.pid()).cpuMicros())
                        .sum();
    }

    public long residentMb() {
        return read("status")
                        .lines()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .findFirst()
                        .orElse(0)
                / 1024;
    }

    private String read(String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file));
        } catch (IOException gone) {
            throw new UncheckedIOException("no process " + pid, gone);
        }
    }
}
