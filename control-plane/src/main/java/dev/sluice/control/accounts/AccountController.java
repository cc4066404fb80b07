package dev.sluice.control.accounts;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Accounts over REST. */
@RestController
class AccountController {
    private final AccountService accounts;

    AccountController(AccountService accounts) {
        this.accounts = accounts;
    }

    record Accounts(List<AccountView> items) {}

    @GetMapping("/api/v1/accounts")
    Accounts find(@RequestParam(required = false) @Nullable String tenant) {
        return new Accounts(accounts.find(tenant));
    }
}
