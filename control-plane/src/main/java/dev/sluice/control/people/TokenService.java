package dev.sluice.control.people;

import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.security.Person;
import dev.sluice.control.web.Moments;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.Uuid7;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Everybody's own API tokens; a token may do what its user may. */
@Service
public class TokenService {
    private static final int MOST_NAME = 100;

    private final ApiTokenRepository tokens;
    private final AccessGuard guard;
    private final AuditLog audit;
    private final Clock clock;

    TokenService(ApiTokenRepository tokens, AccessGuard guard, AuditLog audit, Clock clock) {
        this.tokens = tokens;
        this.guard = guard;
        this.audit = audit;
        this.clock = clock;
    }

    /** The person's own tokens, oldest first. */
    @Transactional(readOnly = true)
    public List<TokenView> list() {
        return tokens.findByUserIdOrderByCreatedAt(guard.person().id()).stream()
                .map(token -> TokenView.of(token, null))
                .toList();
    }

    /** Makes a token; the answer is the only place that shows its secret. */
    @Transactional
    public TokenView create(@Nullable String name, @Nullable Instant expiresAt) {
        if (name == null || name.isBlank() || name.length() > MOST_NAME) {
            throw Refusal.badRequest(
                    "'name' says what the token is for, in at most 100 characters");
        }
        if (expiresAt != null && !expiresAt.isAfter(clock.instant())) {
            throw Refusal.badRequest("'expiresAt' lies in the past");
        }
        if (expiresAt != null && !Moments.isUsable(expiresAt)) {
            throw Refusal.badRequest("'expiresAt' lies beyond the year 9998: leave it out instead");
        }
        var person = guard.person();
        var secret = ApiTokenSecret.generate();
        var token = new ApiTokenEntity();
        token.id = Uuid7.next(clock);
        token.userId = person.id();
        token.name = name.strip();
        token.hash = ApiTokenSecret.hash(secret);
        token.hint = ApiTokenSecret.hint(secret);
        token.createdAt = clock.instant();
        token.expiresAt = expiresAt;
        tokens.save(token);
        note("create", token, person);
        return TokenView.of(token, secret);
    }

    /** Ends a token of the person's own. */
    @Transactional
    public void revoke(UUID id) {
        var person = guard.person();
        var token =
                tokens.findById(id)
                        .filter(it -> it.userId.equals(person.id()))
                        .orElseThrow(() -> Refusal.notFound("token " + id));
        if (token.revokedAt == null) {
            token.revokedAt = clock.instant();
            note("revoke", token, person);
        }
    }

    private void note(String action, ApiTokenEntity token, Person person) {
        var path = person.name() + "/" + token.name;
        audit.note(
                List.of(new AuditNote(action, "token", path, person.tenant(), null, null, null)));
    }
}
