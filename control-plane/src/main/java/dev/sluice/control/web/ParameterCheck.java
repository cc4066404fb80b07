package dev.sluice.control.web;

import dev.sluice.model.json.StoredText;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.web.servlet.HandlerInterceptor;

/** Turns away parameters that are not text, before a database has to. */
final class ParameterCheck implements HandlerInterceptor {
    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        Map<String, String[]> parameters;
        try {
            parameters = request.getParameterMap();
        } catch (IllegalStateException undecodable) {
            throw Refusal.badRequest("the query string is not UTF-8 in percent encoding");
        }
        parameters.forEach((name, values) -> {
            for (var value : values) {
                if (!StoredText.canHold(name) || !StoredText.canHold(value)) {
                    throw Refusal.badRequest("a parameter holds a character that is not text");
                }
            }
        });
        return true;
    }
}
