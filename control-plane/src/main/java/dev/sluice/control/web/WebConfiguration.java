package dev.sluice.control.web;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What every request of the API is held against before its own rules. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        // Before everything that reads a parameter.
        registry.addInterceptor(new ParameterCheck()).addPathPatterns("/api/**").order(-1);
    }

    /** Times far away are no times: neither the database nor the arithmetic of days has them. */
    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addConverter(
                String.class, Instant.class, text -> Moments.bounded(Instant.parse(text)));
        registry.addConverter(
                String.class, LocalDate.class, text -> Moments.bounded(LocalDate.parse(text)));
        registry.addConverter(
                String.class, YearMonth.class, text -> Moments.bounded(YearMonth.parse(text)));
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> errorsInOneForm() {
        return factory ->
                factory.addContextCustomizers(context ->
                        context.getParent().getPipeline().addValve(new RefusedByServerValve()));
    }
}
