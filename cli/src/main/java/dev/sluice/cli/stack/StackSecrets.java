package dev.sluice.cli.stack;

import dev.sluice.model.json.SluiceJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a stack has shown once and nobody can look up again: the first admin's password and token,
 * and the secrets of keys by their path. Kept in {@code secrets.json}.
 */
public record StackSecrets(Admin admin, Map<String, String> keys) {
    private static final String FILE = "secrets.json";
    private static final String FIRST_ADMIN = "admin";
    private static final int PASSWORD_BYTES = 15;
    private static final int TOKEN_BYTES = 30;

    /** The first admin's credentials. */
    public record Admin(String user, String password, String token) {}

    public StackSecrets {
        keys = new LinkedHashMap<>(keys);
    }

    /** The directory's secrets, made now on a fresh directory. */
    public static StackSecrets loadOrCreate(Path dir) {
        if (Files.exists(dir.resolve(FILE))) {
            return load(dir);
        }
        var admin = new Admin(FIRST_ADMIN, random(PASSWORD_BYTES), "sat_" + random(TOKEN_BYTES));
        var secrets = new StackSecrets(admin, Map.of());
        secrets.save(dir);
        return secrets;
    }

    public static StackSecrets load(Path dir) {
        return SluiceJson.mapper()
                .readValue(PrivateFiles.read(dir.resolve(FILE)), StackSecrets.class);
    }

    public void save(Path dir) {
        var writer = SluiceJson.mapper().writerWithDefaultPrettyPrinter();
        PrivateFiles.write(dir.resolve(FILE), writer.writeValueAsString(this));
    }

    /**
     * After an apply: without the keys that were revoked and what hangs beneath them, with the
     * issued ones in the order of the file.
     */
    public StackSecrets after(
            Map<String, String> issued, Collection<String> revoked, List<String> fileOrder) {
        var merged = new LinkedHashMap<>(keys);
        for (String path : revoked) {
            merged.keySet().removeIf(key -> key.equals(path) || key.startsWith(path + "/"));
        }
        merged.putAll(issued);
        var ordered = new LinkedHashMap<String, String>();
        fileOrder.stream()
                .filter(merged::containsKey)
                .forEach(path -> ordered.put(path, merged.getOrDefault(path, "")));
        merged.forEach(ordered::putIfAbsent);
        return new StackSecrets(admin, ordered);
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
