package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.tabs.TabSheet;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.DraftBar;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.RolesAllowed;
import java.time.Clock;

/** Upstreams, models and aliases; changes go to the reader's draft. */
@Route("catalogue")
@RolesAllowed({"PLATFORM_ADMIN", "AUDITOR"})
class CatalogueView extends Div implements HasDynamicTitle {
    CatalogueView(Documents documents, AccessGuard guard, Clock clock) {
        addClassNames("page", "page-tall");
        var draft = new DraftBar(documents);
        var mayChange = guard.mayChangePlatform();
        var upstreams = new UpstreamsTab(documents, mayChange);
        var models = new ModelsTab(documents, mayChange, clock);
        var aliases = new AliasesTab(documents, mayChange);
        upstreams.onChange(draft::refresh);
        models.onChange(draft::refresh);
        aliases.onChange(draft::refresh);
        var tabs = new TabSheet();
        tabs.addClassName("fill");
        tabs.add(Words.text("catalogue.aliases"), aliases);
        tabs.add(Words.text("catalogue.models"), models);
        tabs.add(Words.text("catalogue.upstreams"), upstreams);
        tabs.addSelectedChangeListener(change -> {
            upstreams.refresh();
            models.refresh();
            aliases.refresh();
        });
        add(draft, tabs);
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.catalogue");
    }
}
