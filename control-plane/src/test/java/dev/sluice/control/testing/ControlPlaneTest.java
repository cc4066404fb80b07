package dev.sluice.control.testing;

import dev.sluice.control.ControlPlaneApplication;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.secret.AppKeySecret;
import dev.sluice.model.secret.SecretSealer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole control plane over its real servers; one context for all tests of the module. */
@SpringBootTest(
        classes = ControlPlaneApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT)
public abstract class ControlPlaneTest {
    protected static final String ADMIN_TOKEN = UUID.randomUUID().toString();
    protected static final String ADMIN_PASSWORD = UUID.randomUUID().toString();

    @LocalServerPort protected int port;
    @Autowired protected JdbcClient database;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) throws IOException {
        var dir = Files.createTempDirectory("control-plane-test");
        var keyset = Files.writeString(dir.resolve("keyset.json"), SecretSealer.generateKeyset());
        keyset.toFile().deleteOnExit();
        properties.add("spring.datasource.url", () -> TestServers.postgres().jdbcUrl());
        properties.add("spring.datasource.username", () -> TestServers.postgres().user());
        properties.add("spring.datasource.password", () -> TestServers.postgres().password());
        properties.add("sluice.kafka", TestServers::kafka);
        properties.add("sluice.redis-url", () -> TestServers.redis().uri());
        properties.add("sluice.keyset-file", keyset::toString);
        properties.add("sluice.data-dir", dir::toString);
        properties.add("sluice.admin-password", () -> ADMIN_PASSWORD);
        properties.add("sluice.admin-token", () -> ADMIN_TOKEN);
        properties.add("sluice.ledger.sweep-every", () -> "200ms");
        properties.add("sluice.ledger.sweep-grace", () -> "500ms");
        properties.add("sluice.ledger.sweep-calm", () -> "500ms");
        // Tests send and judge by clocks of their own.
        properties.add("sluice.anomalies.every", () -> "1d");
        properties.add("sluice.deliveries.every", () -> "1d");
        // Tests book into months of long ago, and close those that they mean to.
        properties.add("sluice.ledger.retention-months", () -> "0");
        properties.add("sluice.ledger.close-after", () -> "36500d");
    }

    /** The REST API as the first admin. */
    protected Rest admin() {
        return new Rest(port, ADMIN_TOKEN);
    }

    protected Rest as(String token) {
        return new Rest(port, token);
    }

    /** The REST API as a new user; the name is made unique. */
    protected Rest token(Map<String, Object> user) {
        var form = new HashMap<>(user);
        form.put("name", user.get("name") + "-" + UUID.randomUUID());
        form.put("password", UUID.randomUUID().toString());
        Sample.expect(admin().post("/api/v1/users", form), 201);
        return new Rest(port, tokenOf(String.valueOf(form.get("name"))));
    }

    /** Tokens are made by their owners; here one is put beside the user as the first one's is. */
    private String tokenOf(String user) {
        var secret = UUID.randomUUID().toString();
        database.sql(
                        """
                        insert into api_token (id, hash, name, user_id, hint, created_at)
                        select gen_random_uuid(), ?, 'test', id, '…', now()
                        from app_user where name = ?
                        """)
                .params(AppKeySecret.hash(secret), user)
                .update();
        return secret;
    }
}
