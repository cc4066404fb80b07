package dev.sluice.admin.shell;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.ErrorParameter;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasErrorParameter;
import com.vaadin.flow.router.ParentLayout;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import jakarta.annotation.security.PermitAll;
import jakarta.servlet.http.HttpServletResponse;

/** A page that could not be built, with the reason in words. */
@ParentLayout(MainLayout.class)
@PermitAll
class FailedPage extends Div implements HasErrorParameter<Exception>, HasDynamicTitle {
    FailedPage() {
        addClassName("page");
    }

    @Override
    public int setErrorParameter(BeforeEnterEvent event, ErrorParameter<Exception> parameter) {
        Throwable failure = parameter.getException();
        // Spring wraps what a view's constructor throws.
        while (failure.getCause() != null
                && failure instanceof org.springframework.beans.BeansException) {
            failure = failure.getCause();
        }
        add(
                new EmptyState(
                        VaadinIcon.WARNING,
                        Words.text("error.failed.title"),
                        Notices.reason(failure)));
        return HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
    }

    @Override
    public String getPageTitle() {
        return Words.text("error.failed.title");
    }
}
