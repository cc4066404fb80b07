package dev.sluice.admin.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Words;
import jakarta.annotation.security.PermitAll;

/** What the gateway is doing now and what it cost. */
@Route("")
@PermitAll
class OverviewView extends Div implements HasDynamicTitle {
    OverviewView() {
        addClassName("page");
        add("…");
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.overview");
    }
}
