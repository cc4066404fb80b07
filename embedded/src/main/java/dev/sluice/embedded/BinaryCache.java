package dev.sluice.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Server binaries taken out of their jars, once per user: under {@code SLUICE_CACHE_DIR}, else
 * {@code ~/.cache/sluice}, for root {@code /var/cache/sluice}. Written beside and renamed, so that
 * two builders at once do no harm.
 */
final class BinaryCache {
    private static final int EXECUTE_BITS = 0111;

    private BinaryCache() {}

    /** A single executable that is a resource as it is. */
    static Path file(String resource) {
        Path target = home().resolve(resource);
        if (Files.isExecutable(target)) {
            return target;
        }
        try {
            Path fresh = Files.createTempFile(home(), resource, ".new");
            try (InputStream in = open(resource)) {
                Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            return target;
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot write " + target, failure);
        }
    }

    /** A folder that is a .txz resource. */
    static Path folder(String resource, String name) {
        Path target = home().resolve(name);
        if (Files.isDirectory(target)) {
            return target;
        }
        try {
            Path fresh = Files.createTempDirectory(home(), name);
            try (var tar =
                    new TarArchiveInputStream(
                            new XZCompressorInputStream(new BufferedInputStream(open(resource))))) {
                unpack(tar, fresh);
            }
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            moveUnlessThere(fresh, target);
            return target;
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot unpack " + resource + " to " + target, failure);
        }
    }

    private static void unpack(TarArchiveInputStream tar, Path root) throws IOException {
        for (TarArchiveEntry entry = tar.getNextEntry();
                entry != null;
                entry = tar.getNextEntry()) {
            Path path = root.resolve(entry.getName()).normalize();
            if (!path.startsWith(root)) {
                throw new IOException(
                        "The archive names a place outside of itself: " + entry.getName());
            }
            if (entry.isDirectory()) {
                Files.createDirectories(path);
                continue;
            }
            Files.createDirectories(path.getParent());
            if (entry.isSymbolicLink()) {
                Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                continue;
            }
            Files.copy(tar, path);
            boolean executable = (entry.getMode() & EXECUTE_BITS) != 0;
            Files.setPosixFilePermissions(
                    path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private static void moveUnlessThere(Path fresh, Path target) throws IOException {
        try {
            Files.move(fresh, target);
        } catch (FileAlreadyExistsException anotherWasFaster) {
            delete(fresh);
        }
    }

    private static void delete(Path tree) throws IOException {
        try (var paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static InputStream open(String resource) {
        InputStream in = BinaryCache.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new ServerStartException(
                    "%s is not on the class path; was the build made on another platform?"
                            .formatted(resource));
        }
        return in;
    }

    private static Path home() {
        Path home =
                Optional.ofNullable(System.getenv("SLUICE_CACHE_DIR"))
                        .filter(dir -> !dir.isBlank())
                        .map(Path::of)
                        .orElseGet(BinaryCache::usualHome)
                        .toAbsolutePath();
        try {
            return Files.createDirectories(home);
        } catch (IOException failure) {
            throw new ServerStartException(
                    "The folder for server binaries, %s, cannot be made; set SLUICE_CACHE_DIR to one that can."
                            .formatted(home),
                    failure);
        }
    }

    /** Root's own home is closed to the user that root runs PostgreSQL as. */
    private static Path usualHome() {
        if (UnprivilegedUser.rootRunsThis()) {
            return Path.of("/var/cache/sluice");
        }
        String user = System.getenv().getOrDefault("HOME", System.getProperty("user.home", "."));
        return Path.of(user, ".cache", "sluice");
    }
}
