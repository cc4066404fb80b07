package dev.sluice.admin.shell;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.applayout.AppLayout;
import com.vaadin.flow.component.applayout.DrawerToggle;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.menubar.MenuBar;
import com.vaadin.flow.component.menubar.MenuBarVariant;
import com.vaadin.flow.component.orderedlayout.Scroller;
import com.vaadin.flow.component.sidenav.SideNav;
import com.vaadin.flow.component.sidenav.SideNavItem;
import com.vaadin.flow.router.AfterNavigationEvent;
import com.vaadin.flow.router.AfterNavigationObserver;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Layout;
import com.vaadin.flow.spring.security.AuthenticationContext;
import dev.sluice.admin.components.Words;
import dev.sluice.control.security.Person;
import jakarta.annotation.security.PermitAll;
import java.util.stream.Collectors;

/** The frame of every page but the login: menu at the side, person and language at the top. */
@Layout
@PermitAll
public class MainLayout extends AppLayout implements AfterNavigationObserver {
    private final transient AuthenticationContext login;
    private final H1 title = new H1();

    MainLayout(AuthenticationContext login) {
        this.login = login;
        setPrimarySection(Section.DRAWER);
        title.addClassName("page-title");
        var toggle = new DrawerToggle();
        toggle.setAriaLabel(Words.text("nav.menu"));
        var space = new Div();
        space.addClassName("bar-space");
        addToNavbar(toggle, title, space, new LanguageChoice());
        login.getAuthenticatedUser(Person.class)
                .ifPresent(person -> {
                    addToNavbar(personMenu(person));
                    addToDrawer(brand(), new Scroller(menu(person)), foot(person));
                });
    }

    private static Component brand() {
        var name = new Span("Sluice");
        name.addClassName("brand-name");
        var brand = new Div(new Emblem(), name);
        brand.addClassName("brand");
        return brand;
    }

    private static SideNav menu(Person person) {
        var menu = new SideNav();
        for (var page : ConsolePage.values()) {
            if (page.isFor(person)) {
                menu.addItem(
                        new SideNavItem(
                                Words.text(page.titleKey()), page.path(), page.icon().create()));
            }
        }
        return menu;
    }

    private static Component foot(Person person) {
        var foot =
                new Div(
                        person.tenant() == null
                                ? Words.text("nav.everyTenant")
                                : Words.text("nav.tenant", person.tenant()));
        foot.addClassName("drawer-foot");
        return foot;
    }

    private Component personMenu(Person person) {
        var bar = new MenuBar();
        bar.addThemeVariants(MenuBarVariant.LUMO_TERTIARY);
        bar.addClassName("person-menu");
        var label = new Span(VaadinIcon.USER.create(), new Span(person.name()));
        label.addClassName("person-name");
        var item = bar.addItem(label);
        var roles =
                person.roles().stream()
                        .sorted()
                        .map(role -> Words.text("role." + role.text()))
                        .collect(Collectors.joining(", "));
        item.getSubMenu().addItem(roles).setEnabled(false);
        item.getSubMenu().addItem(Words.text("nav.logout"), click -> login.logout());
        return bar;
    }

    @Override
    public void afterNavigation(AfterNavigationEvent event) {
        if (getContent() instanceof HasDynamicTitle page) {
            title.setText(page.getPageTitle());
        }
    }
}
