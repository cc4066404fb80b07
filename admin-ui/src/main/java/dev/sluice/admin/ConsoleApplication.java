package dev.sluice.admin;

import com.vaadin.flow.component.dependency.StyleSheet;
import com.vaadin.flow.component.page.AppShellConfigurator;
import com.vaadin.flow.server.AppShellSettings;
import com.vaadin.flow.theme.lumo.Lumo;
import dev.sluice.admin.shell.Emblem;
import dev.sluice.control.ControlPlaneApplication;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The runnable control plane with its console; also the look that every page begins with. */
@SpringBootApplication
@Import(ControlPlaneApplication.class)
@StyleSheet(Lumo.STYLESHEET)
@StyleSheet(Lumo.COMPACT_STYLESHEET)
@StyleSheet("context://css/sluice.css")
public class ConsoleApplication implements AppShellConfigurator {
    /** Starts REST API and console in one process. */
    public static void main(String[] arguments) {
        SpringApplication.run(ConsoleApplication.class, arguments);
    }

    @Override
    public void configurePage(AppShellSettings settings) {
        settings.setPageTitle("Sluice");
        settings.addFavIcon("icon", Emblem.dataUri(), "any");
        settings.addMetaTag("color-scheme", "light");
    }
}
