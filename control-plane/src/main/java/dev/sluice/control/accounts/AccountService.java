package dev.sluice.control.accounts;

import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.model.money.Money;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Shows accounts: to people of a tenant its own. */
@Service
public class AccountService {
    private static final String RECEIVABLE = "tenant_receivable";
    private static final Set<String> TENANTS_OWN = Set.of(RECEIVABLE, "usage_revenue");
    private static final Comparator<AccountView> ORDER =
            Comparator.comparing(AccountView::account)
                    .thenComparing(AccountView::party)
                    .thenComparing(AccountView::currency);

    private final JdbcClient database;
    private final HeldMoney held;
    private final TenantCalendar calendar;
    private final KnownTenants tenants;

    AccountService(
            JdbcClient database, HeldMoney held, TenantCalendar calendar, KnownTenants tenants) {
        this.database = database;
        this.held = held;
        this.calendar = calendar;
        this.tenants = tenants;
    }

    /** All that the person may see, or those of one tenant. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<AccountView> find(@Nullable String tenant) {
        return tenants.found(tenant, only -> withHeld(balances(only), only));
    }

    private List<AccountView> balances(@Nullable String tenant) {
        return database.sql(
                        """
                        SELECT account, party, currency, balance_nanos FROM account_balance
                        WHERE cast(:tenant as text) IS NULL
                           OR (party = :tenant AND account IN (:own))
                        """)
                .param("tenant", tenant)
                .param("own", TENANTS_OWN)
                .query((row, n) ->
                        new AccountView(
                                row.getString("account"),
                                row.getString("party"),
                                row.getString("currency"),
                                new Money(row.getLong("balance_nanos")),
                                null))
                .list();
    }

    /** Holds are in the currency that the tenant is billed in; it may have no balance in it yet. */
    private List<AccountView> withHeld(List<AccountView> balances, @Nullable String only) {
        var names = new TreeSet<String>();
        if (only != null) {
            names.add(only);
        } else {
            names.addAll(calendar.clocks().byTenant().keySet());
            balances.stream()
                    .filter(it -> it.account().equals(RECEIVABLE))
                    .forEach(it -> names.add(it.party()));
        }
        var known = held.of(names);
        var currencies = calendar.currencies();
        var views = new ArrayList<AccountView>();
        for (var view : balances) {
            var isHolder =
                    view.account().equals(RECEIVABLE)
                            && view.currency().equals(currencies.apply(view.party()));
            views.add(
                    isHolder && names.remove(view.party())
                            ? with(
                                    view,
                                    known.map(all -> all.getOrDefault(view.party(), Money.ZERO))
                                            .orElse(null))
                            : view);
        }
        var rest = known.orElse(Map.of());
        for (var name : names) {
            var amount = rest.getOrDefault(name, Money.ZERO);
            if (amount.compareTo(Money.ZERO) > 0) {
                views.add(
                        new AccountView(
                                RECEIVABLE, name, currencies.apply(name), Money.ZERO, amount));
            }
        }
        views.sort(ORDER);
        return views;
    }

    private static AccountView with(AccountView view, @Nullable Money held) {
        return new AccountView(view.account(), view.party(), view.currency(), view.balance(), held);
    }
}
