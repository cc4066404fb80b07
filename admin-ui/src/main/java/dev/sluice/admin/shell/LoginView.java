package dev.sluice.admin.shell;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.login.LoginForm;
import com.vaadin.flow.component.login.LoginI18n;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.server.auth.AnonymousAllowed;
import dev.sluice.admin.components.Words;

/** The way in. */
@Route(value = "login", autoLayout = false)
@AnonymousAllowed
class LoginView extends Div implements BeforeEnterObserver, HasDynamicTitle {
    private final LoginForm form = new LoginForm();

    LoginView() {
        addClassName("login-page");
        form.setAction("login");
        form.setForgotPasswordButtonVisible(false);
        form.setI18n(words());
        var brand = new Div(new Emblem(), new H1("Sluice"));
        brand.addClassName("login-brand");
        var note = new Paragraph(Words.text("login.note"));
        note.addClassName("login-note");
        var card = new Div(brand, note, form, new LanguageChoice());
        card.addClassName("login-card");
        add(card);
    }

    private static LoginI18n words() {
        var i18n = LoginI18n.createDefault();
        var labels = i18n.getForm();
        labels.setTitle("");
        labels.setUsername(Words.text("login.user"));
        labels.setPassword(Words.text("login.password"));
        labels.setSubmit(Words.text("login.submit"));
        var error = i18n.getErrorMessage();
        error.setTitle(Words.text("login.failed"));
        error.setMessage(Words.text("login.failed.hint"));
        error.setUsername(Words.text("login.user.missing"));
        error.setPassword(Words.text("login.password.missing"));
        return i18n;
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        form.setError(
                event.getLocation().getQueryParameters().getParameters().containsKey("error"));
    }

    @Override
    public String getPageTitle() {
        return Words.text("login.title") + " · Sluice";
    }
}
