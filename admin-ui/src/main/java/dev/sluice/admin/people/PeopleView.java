package dev.sluice.admin.people;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.control.people.TokenService;
import dev.sluice.control.people.UserService;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.RolesAllowed;
import java.time.Clock;

/** Users, and the reader's own API tokens. */
@Route("users")
@RolesAllowed({"PLATFORM_ADMIN", "TENANT_ADMIN"})
class PeopleView extends Div implements HasDynamicTitle {
    PeopleView(
            UserService users,
            TokenService tokens,
            Documents documents,
            AccessGuard guard,
            Clock clock) {
        addClassName("page");
        add(new UsersCard(users, documents, guard), new TokensCard(tokens, clock));
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.users");
    }
}
