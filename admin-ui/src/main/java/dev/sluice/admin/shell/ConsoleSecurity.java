package dev.sluice.admin.shell;

import com.vaadin.flow.spring.security.VaadinSecurityConfigurer;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer.AuthorizedUrl;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextHolderFilter;

/** The door for people: form login, Vaadin's own CSRF token, a new session id at every login. */
@Configuration(proxyBeanMethods = false)
class ConsoleSecurity {
    @Bean
    @Order(50)
    SecurityFilterChain consoleFilterChain(HttpSecurity http, UserDetailsService users, Clock clock)
            throws Exception {
        return http.authorizeHttpRequests(it ->
                        it.requestMatchers(
                                        "/css/**",
                                        "/js/**",
                                        "/webjars/uplot/**",
                                        "/lumo/**",
                                        "/error")
                                .permitAll())
                .with(
                        VaadinSecurityConfigurer.vaadin(),
                        it ->
                                it.loginView(LoginView.class, "/login")
                                        // An unknown address gets the page that says so.
                                        .anyRequest(AuthorizedUrl::authenticated))
                .addFilterAfter(new PersonRefresh(users, clock), SecurityContextHolderFilter.class)
                .headers(it -> it.frameOptions(frame -> frame.sameOrigin()))
                .build();
    }
}
