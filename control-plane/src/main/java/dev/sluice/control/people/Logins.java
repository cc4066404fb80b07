package dev.sluice.control.people;

import dev.sluice.control.security.Person;
import dev.sluice.control.security.TokenOwners;
import java.time.Clock;
import java.util.Optional;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Finds who is behind a user name or a bearer token. */
@Service
class Logins implements UserDetailsService, TokenOwners {
    private final AppUserRepository users;
    private final ApiTokenRepository tokens;
    private final Clock clock;

    Logins(AppUserRepository users, ApiTokenRepository tokens, Clock clock) {
        this.users = users;
        this.tokens = tokens;
        this.clock = clock;
    }

    @Override
    @Transactional(readOnly = true)
    public Person loadUserByUsername(String name) {
        return users.findByName(name)
                .map(AppUserEntity::toPerson)
                .orElseThrow(() -> new UsernameNotFoundException("no such user"));
    }

    @Override
    @Transactional(readOnly = true)
    public Optional<Person> byToken(String secret) {
        return tokens.findByHash(ApiTokenSecret.hash(secret))
                .filter(token -> token.usableAt(clock.instant()))
                .flatMap(token -> users.findById(token.userId))
                .filter(user -> user.enabled)
                .map(AppUserEntity::toPerson);
    }
}
