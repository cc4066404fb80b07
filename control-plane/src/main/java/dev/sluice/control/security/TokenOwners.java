package dev.sluice.control.security;

import java.util.Optional;

/** Finds who is behind a bearer token. */
public interface TokenOwners {
    /** Nobody when the token is unknown, revoked or expired, or its user is disabled. */
    Optional<Person> byToken(String secret);
}
