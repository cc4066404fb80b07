package dev.sluice.control.people;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.security.Role;
import dev.sluice.model.id.Uuid7;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * On a fresh installation makes the user {@code admin} with an API token. What was not given by the
 * environment is generated and printed once; nothing of it is kept in clear.
 */
@Component
@Order(0)
class FirstAdmin implements ApplicationRunner {
    private static final String NAME = "admin";
    private static final int PASSWORD_LENGTH = 20;

    private final ControlPlaneSettings settings;
    private final AppUserRepository users;
    private final ApiTokenRepository tokens;
    private final PasswordEncoder passwords;
    private final TransactionTemplate transaction;
    private final AuditLog audit;
    private final Clock clock;

    FirstAdmin(
            ControlPlaneSettings settings,
            AppUserRepository users,
            ApiTokenRepository tokens,
            PasswordEncoder passwords,
            TransactionTemplate transaction,
            AuditLog audit,
            Clock clock) {
        this.settings = settings;
        this.users = users;
        this.tokens = tokens;
        this.passwords = passwords;
        this.transaction = transaction;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        transaction.executeWithoutResult(status -> {
            if (users.count() == 0) {
                create();
            }
        });
    }

    private void create() {
        var password =
                orGenerated(settings.adminPassword(), ApiTokenSecret.randomText(PASSWORD_LENGTH));
        var token = orGenerated(settings.adminToken(), ApiTokenSecret.generate());
        var user = new AppUserEntity();
        user.id = Uuid7.next(clock);
        user.name = NAME;
        user.passwordHash = passwords.encode(password);
        user.setRoleSet(Set.of(Role.PLATFORM_ADMIN));
        user.enabled = true;
        user.createdAt = clock.instant();
        users.save(user);
        var row = new ApiTokenEntity();
        row.id = Uuid7.next(clock);
        row.userId = user.id;
        row.name = "first";
        row.hash = ApiTokenSecret.hash(token);
        row.hint = ApiTokenSecret.hint(token);
        row.createdAt = clock.instant();
        tokens.save(row);
        audit.note(List.of(new AuditNote("create", "user", NAME, null, null, null, null)));
        show(password, token);
    }

    /** To the terminal and not to the log, which is collected and kept. */
    private void show(String password, String token) {
        PrintStream terminal = System.out;
        if (settings.adminPassword().isBlank()) {
            terminal.println("First login: user " + NAME + ", password " + password);
        }
        if (settings.adminToken().isBlank()) {
            terminal.println("First API token: " + token);
        }
    }

    private static String orGenerated(String given, String generated) {
        return given.isBlank() ? generated : given;
    }
}
