package dev.sluice.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL refuses to run as root. This finds the words to put before a command so that it does
 * not: nothing for an ordinary user; for root a user namespace of its own, or another uid.
 */
final class UnprivilegedUser {
    private static final String UID = "65534";
    private static final List<String> NAMESPACE = List.of("unshare", "-U");
    private static final List<String> OTHER_UID =
            List.of("setpriv", "--reuid=" + UID, "--regid=" + UID, "--clear-groups");
    private static final String PASS_DIRECTORIES = "+dac_override";

    private UnprivilegedUser() {}

    /** The words, tried out: they reach the directory for writing and the program for running. */
    static List<String> prefix(Path dir, Path program) {
        if (!rootRunsThis()) {
            return List.of();
        }
        if (ownedByRoot(dir) && reaches(NAMESPACE, dir, program)) {
            return NAMESPACE;
        }
        Commands.run(List.of("chown", "-R", UID + ":" + UID, dir.toString()));
        if (reaches(OTHER_UID, dir, program)) {
            return OTHER_UID;
        }
        // The way to the directory is closed to others (such as /root): keep the one right to pass.
        var passing = new ArrayList<>(OTHER_UID);
        passing.add("--inh-caps=" + PASS_DIRECTORIES);
        passing.add("--ambient-caps=" + PASS_DIRECTORIES);
        if (reaches(passing, dir, program)) {
            return List.copyOf(passing);
        }
        throw new ServerStartException(
                ("PostgreSQL does not run as root, and neither unshare nor setpriv (package util-linux) could "
                                + "start it as somebody else on %s. Run as an ordinary user.")
                        .formatted(dir));
    }

    static boolean rootRunsThis() {
        return Commands.run(List.of("id", "-u")).output().equals("0");
    }

    private static boolean ownedByRoot(Path dir) {
        try {
            return Files.getAttribute(dir, "unix:uid").equals(0);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read the owner of " + dir, failure);
        }
    }

    private static boolean reaches(List<String> prefix, Path dir, Path program) {
        var command = new ArrayList<>(prefix);
        String test = "test \"$(id -u)\" != 0 && test -w \"$1\" && \"$2\" --version";
        command.addAll(List.of("sh", "-c", test, "sh", dir.toString(), program.toString()));
        return Commands.run(command).ok();
    }
}
