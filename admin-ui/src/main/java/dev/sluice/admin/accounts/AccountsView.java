package dev.sluice.admin.accounts;

import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.TenantChoice;
import dev.sluice.control.accounts.AccountService;
import dev.sluice.control.accounts.AccountView;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.money.Money;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The double entries' balances; over all accounts each currency comes to zero. */
@Route("accounts")
@PermitAll
class AccountsView extends Div implements HasDynamicTitle {
    private static final String RECEIVABLE = "tenant_receivable";

    private final transient AccountService accounts;
    private final boolean seesAll;
    private final TenantChoice tenant;
    private final Grid<AccountView> grid = Columns.grid();
    private final Grid.Column<AccountView> debit;
    private final Grid.Column<AccountView> credit;
    private final Grid.Column<AccountView> held;
    private final Div checks = new Div();

    AccountsView(AccountService accounts, Documents documents, AccessGuard guard) {
        this.accounts = accounts;
        seesAll = guard.onlyTenant() == null;
        tenant = new TenantChoice(documents, guard, this::load);
        addClassNames("page", "page-tall");
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "accounts.account", it -> Words.text("accounts.of." + it.account()))
                .setFlexGrow(2);
        Columns.text(grid, "accounts.party", AccountView::party);
        debit = Columns.figure(grid, "accounts.debit", it -> debit(it.balance(), it.currency()));
        credit = Columns.figure(grid, "accounts.credit", it -> credit(it.balance(), it.currency()));
        held = Columns.figure(grid, "accounts.held", AccountsView::held);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.BOOK,
                        Words.text("accounts.empty"),
                        Words.text("accounts.empty.next")));
        checks.addClassName("marks-bar");
        checks.setId("account-checks");
        var bar = new Div(tenant, checks);
        bar.addClassName("toolbar");
        var hint = new Span(Words.text("accounts.hint"));
        hint.addClassName("hint");
        add(bar, hint, grid);
        load();
    }

    private static String debit(Money balance, String currency) {
        return balance.nanos() > 0 ? Figures.money(balance, currency) : "";
    }

    private static String credit(Money balance, String currency) {
        return balance.nanos() < 0 ? Figures.money(Money.ZERO.minus(balance), currency) : "";
    }

    /** Only tenants' own accounts have anything held beside them. */
    private static String held(AccountView account) {
        if (!account.account().equals(RECEIVABLE)) {
            return "";
        }
        return account.held() == null
                ? Words.text("accounts.held.unknown")
                : Figures.money(account.held(), account.currency());
    }

    private void load() {
        Notices.attempt(() -> {
            var found = accounts.find(tenant.chosen());
            if (tenant.isEmpty() && seesAll) {
                tenant.offer(
                        found.stream()
                                .filter(it -> it.account().equals(RECEIVABLE))
                                .map(AccountView::party)
                                .toList());
            }
            grid.setItems(found);
            debit.setFooter(Columns.sum(sums(found, it -> positive(it.balance()))));
            credit.setFooter(
                    Columns.sum(sums(found, it -> positive(Money.ZERO.minus(it.balance())))));
            held.setFooter(Columns.sum(sums(found, AccountView::held)));
            check(found);
            grid.recalculateColumnWidths();
        });
    }

    private static @Nullable Money positive(Money amount) {
        return amount.nanos() > 0 ? amount : null;
    }

    private interface Amount {
        @Nullable Money of(AccountView account);
    }

    private static String sums(List<AccountView> accounts, Amount amount) {
        var sums = new TreeMap<String, Money>();
        for (var account : accounts) {
            var part = amount.of(account);
            if (part != null) {
                sums.merge(account.currency(), part, Money::plus);
            }
        }
        return sums.entrySet().stream()
                .map(it -> Figures.money(it.getValue(), it.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** A tenant's own accounts alone do not balance where the platform bore a part. */
    private void check(List<AccountView> found) {
        checks.removeAll();
        if (tenant.chosen() != null) {
            checks.add(new Mark(Words.text("accounts.part"), Mark.Tone.PLAIN));
            return;
        }
        var sums = new TreeMap<String, Money>();
        found.forEach(it -> sums.merge(it.currency(), it.balance(), Money::plus));
        sums.forEach((currency, sum) ->
                checks.add(
                        sum.equals(Money.ZERO)
                                ? new Mark(
                                        Words.text("accounts.balanced", currency), Mark.Tone.GOOD)
                                : new Mark(
                                        Words.text(
                                                "accounts.unbalanced",
                                                Figures.money(sum, currency)),
                                        Mark.Tone.BAD)));
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.accounts");
    }
}
