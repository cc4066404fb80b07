package dev.sluice.control.security;

import dev.sluice.control.web.ApiError;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.TransactionException;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/** Turns a bearer token into the person behind it, and says in JSON why a call was turned away. */
class BearerTokenFilter extends OncePerRequestFilter {
    private static final String SCHEME = "bearer ";

    private final TokenOwners owners;
    private final JsonMapper json;

    BearerTokenFilter(TokenOwners owners, JsonMapper json) {
        this.owners = owners;
        this.json = json;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            try {
                owners.byToken(header.substring(SCHEME.length()).strip()).ifPresent(this::enter);
            } catch (DataAccessException | TransactionException away) {
                write(response, 503, ApiError.DATABASE_AWAY);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private void enter(Person person) {
        var context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                        person, null, person.getAuthorities()));
        SecurityContextHolder.setContext(context);
    }

    void refuse(HttpServletRequest request, HttpServletResponse response, Exception cause)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        write(
                response,
                401,
                ApiError.of(
                        "unauthenticated", "send a valid API token: Authorization: Bearer sat_…"));
    }

    void deny(HttpServletRequest request, HttpServletResponse response, Exception cause)
            throws IOException {
        write(response, 403, ApiError.of("forbidden", "your role does not allow this"));
    }

    private void write(HttpServletResponse response, int status, ApiError error)
            throws IOException {
        response.setStatus(status);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(error));
    }
}
