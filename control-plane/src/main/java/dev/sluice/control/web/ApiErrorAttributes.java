package dev.sluice.control.web;

import jakarta.servlet.RequestDispatcher;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webmvc.error.DefaultErrorAttributes;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;

/** The one error form for what is turned away before a handler of the API sees it. */
@Component
class ApiErrorAttributes extends DefaultErrorAttributes {
    @Override
    public Map<String, @Nullable Object> getErrorAttributes(
            WebRequest request, ErrorAttributeOptions options) {
        var path = attribute(request, RequestDispatcher.ERROR_REQUEST_URI);
        if (!(path instanceof String text) || !text.startsWith("/api")) {
            return super.getErrorAttributes(request, options);
        }
        var status = attribute(request, RequestDispatcher.ERROR_STATUS_CODE);
        var isOurs = status instanceof Integer code && code >= 500;
        var error =
                isOurs
                        ? ApiError.of("internal_error", "the control plane failed")
                        : ApiError.of("invalid_request", "the request's path or method is refused");
        // Mutable, as the caller may take something out of it.
        return new LinkedHashMap<>(Map.of("error", error.error()));
    }

    private static Object attribute(WebRequest request, String name) {
        var value = request.getAttribute(name, RequestAttributes.SCOPE_REQUEST);
        return value == null ? "" : value;
    }
}
