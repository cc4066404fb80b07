package dev.sluice.control.accounts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * An account and what stands in it.
 *
 * @param party the tenant of a tenant's account, the upstream of a provider's
 * @param balance the sum of its postings: debits are above zero
 * @param held what calls under way hold of the tenant's budgets, beside the balance; only at {@code
 *     tenant_receivable}, and absent while it is not known
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record AccountView(
        String account, String party, String currency, Money balance, @Nullable Money held) {}
