package dev.sluice.control.people;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** One's own API tokens over REST. */
@RestController
@RequestMapping("/api/v1/tokens")
class TokenController {
    private final TokenService tokens;

    TokenController(TokenService tokens) {
        this.tokens = tokens;
    }

    record Tokens(List<TokenView> items) {}

    record TokenForm(@Nullable String name, @Nullable Instant expiresAt) {}

    @GetMapping
    Tokens list() {
        return new Tokens(tokens.list());
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    TokenView create(@RequestBody TokenForm form) {
        return tokens.create(form.name(), form.expiresAt());
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@PathVariable UUID id) {
        tokens.revoke(id);
    }
}
