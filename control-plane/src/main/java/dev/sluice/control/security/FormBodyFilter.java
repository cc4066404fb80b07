package dev.sluice.control.security;

import dev.sluice.control.web.ApiError;
import dev.sluice.model.json.SluiceJson;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Turns away bodies that say to be a form, which is what curl says of any file: whoever asks for a
 * parameter first would take the body apart as one.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class FormBodyFilter extends OncePerRequestFilter {
    private static final String FORM = "application/x-www-form-urlencoded";

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        var type = request.getContentType();
        return type == null
                || !type.toLowerCase(Locale.ROOT).startsWith(FORM)
                || !request.getRequestURI().startsWith("/api/");
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var error =
                ApiError.of(
                        "unsupported_media_type",
                        "the body says that it is a form: send it with the header 'Content-Type:"
                                + " application/json', or 'text/plain' where it is a file");
        response.setStatus(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE);
        response.setContentType("application/json");
        response.getOutputStream().write(SluiceJson.mapper().writeValueAsBytes(error));
    }
}
