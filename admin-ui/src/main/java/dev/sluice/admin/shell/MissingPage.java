package dev.sluice.admin.shell;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.ErrorParameter;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasErrorParameter;
import com.vaadin.flow.router.NotFoundException;
import com.vaadin.flow.router.ParentLayout;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Words;
import jakarta.annotation.security.PermitAll;
import jakarta.servlet.http.HttpServletResponse;

/** Where there is no page, or none for the reader's role: the two look alike. */
@ParentLayout(MainLayout.class)
@PermitAll
class MissingPage extends Div implements HasErrorParameter<NotFoundException>, HasDynamicTitle {
    MissingPage() {
        addClassName("page");
        add(
                new EmptyState(
                        VaadinIcon.MAP_MARKER,
                        Words.text("error.page.title"),
                        Words.text("error.page.next")),
                new Anchor("", Words.text("error.page.back")));
    }

    @Override
    public int setErrorParameter(
            BeforeEnterEvent event, ErrorParameter<NotFoundException> parameter) {
        return HttpServletResponse.SC_NOT_FOUND;
    }

    @Override
    public String getPageTitle() {
        return Words.text("error.page.title");
    }
}
