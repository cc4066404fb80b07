package dev.sluice.admin.people;

import com.vaadin.flow.component.checkbox.CheckboxGroup;
import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.textfield.PasswordField;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.control.people.UserForm;
import dev.sluice.control.people.UserView;
import dev.sluice.control.security.Person;
import dev.sluice.control.security.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The form of a user; a password that is left empty stays as it is. */
class UserDialog extends FormDialog {
    private final TextField name = new TextField(Words.text("login.user"));
    private final PasswordField password = new PasswordField(Words.text("login.password"));
    private final CheckboxGroup<Role> roles = new CheckboxGroup<>(Words.text("users.roles"));
    private final ComboBox<String> tenant = new ComboBox<>(Words.text("word.tenant"));

    UserDialog(
            @Nullable UserView user, Person reader, List<String> tenants, Consumer<UserForm> save) {
        super(Words.text(user == null ? "users.add" : "users.edit"), Words.text("users.save"));
        name.setId("user-name");
        password.setId("user-password");
        password.setHelperText(
                Words.text(user == null ? "users.password.rule" : "users.password.hint"));
        password.getElement().setAttribute("autocomplete", "new-password");
        var offered = EnumSet.allOf(Role.class);
        if (!reader.is(Role.PLATFORM_ADMIN)) {
            offered.remove(Role.PLATFORM_ADMIN);
        }
        roles.setItems(offered);
        roles.setItemLabelGenerator(role -> Words.text("role." + role.text()));
        tenant.setItems(tenants);
        tenant.setClearButtonVisible(true);
        tenant.setPlaceholder(Words.text("nav.everyTenant"));
        if (user != null) {
            name.setValue(user.name());
            name.setReadOnly(true);
            roles.setValue(user.roles());
            if (user.tenant() != null) {
                tenant.setValue(user.tenant());
            }
        }
        if (reader.tenant() != null) {
            tenant.setValue(reader.tenant());
            tenant.setReadOnly(true);
        }
        with(row(name, password), roles, tenant);
        onSave(() ->
                save.accept(
                        new UserForm(
                                name.getValue().strip(),
                                password.isEmpty() ? null : password.getValue(),
                                roles.getValue(),
                                tenant.getValue() == null ? "" : tenant.getValue(),
                                null)));
    }
}
