package dev.sluice.control.testing;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Puts a test before an installation on which nothing was ever published. */
public final class CleanConfig {
    private CleanConfig() {}

    public static void reset(JdbcClient database) {
        database.sql(
                        """
                        truncate config_document, document_revision, draft_change, upstream_secret,
                                 app_key, config_version, config_part, outbox
                        """)
                .update();
    }
}
