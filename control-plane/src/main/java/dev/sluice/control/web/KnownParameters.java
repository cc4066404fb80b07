package dev.sluice.control.web;

import dev.sluice.model.id.NearestName;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Refuses query parameters that a path does not read: a misspelt filter would otherwise show
 * everything, and look like an answer.
 */
@Configuration(proxyBeanMethods = false)
class KnownParameters implements WebMvcConfigurer, HandlerInterceptor {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/v1/**");
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getQueryString() != null
                && handler instanceof HandlerMethod method
                && method.getBeanType() != UnknownPathController.class) {
            var known = known(method);
            for (var name : request.getParameterMap().keySet()) {
                if (!known.contains(name)) {
                    throw Refusal.badRequest(
                            "there is no parameter '" + name + "' here; " + hint(name, known));
                }
            }
        }
        return true;
    }

    private static List<String> known(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters()).flatMap(KnownParameters::name).toList();
    }

    private static Stream<String> name(MethodParameter parameter) {
        var annotation = parameter.getParameterAnnotation(RequestParam.class);
        if (annotation == null) {
            return Stream.empty();
        }
        return Stream.of(
                annotation.name().isEmpty()
                        ? Objects.requireNonNull(parameter.getParameter().getName())
                        : annotation.name());
    }

    private static String hint(String name, List<String> known) {
        var nearest =
                NearestName.of(name, known).map(it -> "did you mean '" + it + "'? ").orElse("");
        return nearest
                + (known.isEmpty() ? "it takes none" : "known are: " + String.join(", ", known));
    }
}
