package dev.sluice.admin.shell;

import dev.sluice.control.security.Person;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.transaction.TransactionException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Looks every few seconds whether the person behind a session is still the same: a user who was
 * disabled or given another password is out, and changed roles hold without a new login.
 */
class PersonRefresh extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(PersonRefresh.class);
    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final String CHECKED_AT = PersonRefresh.class.getName();

    private final UserDetailsService users;
    private final Clock clock;
    private final HttpSessionSecurityContextRepository sessions =
            new HttpSessionSecurityContextRepository();

    PersonRefresh(UserDetailsService users, Clock clock) {
        this.users = users;
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var session = request.getSession(false);
        var login = SecurityContextHolder.getContext().getAuthentication();
        if (session != null && login != null && login.getPrincipal() instanceof Person person) {
            var now = clock.instant();
            var last = (Instant) session.getAttribute(CHECKED_AT);
            if (last == null || now.isAfter(last.plus(FRESH))) {
                session.setAttribute(CHECKED_AT, now);
                check(person, request, response);
            }
        }
        chain.doFilter(request, response);
    }

    private void check(Person person, HttpServletRequest request, HttpServletResponse response) {
        try {
            var current = (Person) users.loadUserByUsername(person.name());
            if (!current.enabled() || !current.passwordHash().equals(person.passwordHash())) {
                leave(request);
            } else if (!current.equals(person)) {
                enter(current, request, response);
            }
        } catch (UsernameNotFoundException gone) {
            leave(request);
        } catch (DataAccessException | TransactionException away) {
            // Whoever is in stays in: the pages say themselves that the database is away.
            LOG.debug("the session of {} could not be checked", person.name(), away);
        }
    }

    private void enter(Person person, HttpServletRequest request, HttpServletResponse response) {
        var context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                        person, null, person.getAuthorities()));
        SecurityContextHolder.setContext(context);
        sessions.saveContext(context, request, response);
    }

    private static void leave(HttpServletRequest request) {
        SecurityContextHolder.clearContext();
        request.getSession().invalidate();
    }
}
