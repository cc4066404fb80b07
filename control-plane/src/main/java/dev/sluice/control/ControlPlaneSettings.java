package dev.sluice.control;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What the environment says once, at start.
 *
 * @param kafka bootstrap servers
 * @param keysetFile Tink keyset that seals upstream secrets
 * @param adminPassword password of the first user; generated when empty
 * @param adminToken API token of the first user; generated when empty
 */
@ConfigurationProperties("sluice")
public record ControlPlaneSettings(
        String kafka,
        String redisUrl,
        Path keysetFile,
        Path dataDir,
        String adminPassword,
        String adminToken) {}
