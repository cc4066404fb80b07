package dev.sluice.control.security;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two doors: tools come to the REST API with a bearer token, people to everything else with a form
 * login. The console brings its own {@code consoleFilterChain}; without it a plain form stands in.
 */
@Configuration(proxyBeanMethods = false)
@EnableMethodSecurity
class SecurityConfiguration {
    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    @Order(1)
    SecurityFilterChain apiFilterChain(HttpSecurity http, TokenOwners owners, JsonMapper json)
            throws Exception {
        // No bean of its own: the servlet container would run it for every path.
        var bearer = new BearerTokenFilter(owners, json);
        return http.securityMatcher(
                        "/api/**", "/v3/api-docs/**", "/v3/api-docs.yaml", "/healthz", "/readyz")
                .csrf(AbstractHttpConfigurer::disable)
                .sessionManagement(it -> it.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(it ->
                        it.requestMatchers(
                                        "/healthz",
                                        "/readyz",
                                        "/v3/api-docs/**",
                                        "/v3/api-docs.yaml")
                                .permitAll()
                                .anyRequest()
                                .authenticated())
                .exceptionHandling(it ->
                        it.authenticationEntryPoint(bearer::refuse)
                                .accessDeniedHandler(bearer::deny))
                .addFilterBefore(bearer, UsernamePasswordAuthenticationFilter.class)
                .build();
    }

    @Bean
    @Order(100)
    @ConditionalOnMissingBean(name = "consoleFilterChain")
    SecurityFilterChain formFilterChain(HttpSecurity http) throws Exception {
        // Why a request was refused may be told to anyone; a login form would be no answer.
        return http.authorizeHttpRequests(it ->
                        it.dispatcherTypeMatchers(DispatcherType.ERROR)
                                .permitAll()
                                .anyRequest()
                                .authenticated())
                .formLogin(Customizer.withDefaults())
                .build();
    }
}
