package dev.sluice.admin.shell;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinRequest;
import com.vaadin.flow.server.VaadinServiceInitListener;
import dev.sluice.admin.components.Notices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Gives each page its language, and each failure in it words. */
@Component
class ConsoleSetup implements VaadinServiceInitListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleSetup.class);

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource().addUIInitListener(it -> speak(it.getUI()));
        event.getSource()
                .addSessionInitListener(it ->
                        it.getSession()
                                .setErrorHandler(failure -> {
                                    LOG.warn("a page failed", failure.getThrowable());
                                    var page = UI.getCurrent();
                                    if (page != null) {
                                        Notices.failure(failure.getThrowable());
                                    }
                                }));
    }

    private static void speak(UI page) {
        var request = VaadinRequest.getCurrent();
        if (request != null) {
            page.setLocale(
                    Language.chosenBy(request)
                            .orElseGet(() -> Language.of(request.getLocale()))
                            .locale());
        }
        page.getPage()
                .executeJs(
                        "document.documentElement.lang = $0", Language.of(page.getLocale()).tag());
    }
}
