package dev.sluice.admin.documents;

import com.vaadin.flow.component.combobox.ComboBox;
import dev.sluice.admin.components.Words;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.Collection;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which tenant a page is about; without a choice all that the reader may see. */
public class TenantChoice extends ComboBox<String> {
    private final @Nullable String only;
    private final TreeSet<String> names = new TreeSet<>();

    public TenantChoice(Documents documents, AccessGuard guard, Runnable changed) {
        only = guard.onlyTenant();
        setLabel(Words.text("word.tenant"));
        addClassName("tenant-choice");
        setPlaceholder(Words.text("nav.everyTenant"));
        setClearButtonVisible(true);
        setVisible(only == null);
        offer(names(documents));
        addValueChangeListener(change -> {
            if (change.isFromClient()) {
                changed.run();
            }
        });
    }

    /** The tenants of the config that the reader may see. */
    public static Collection<String> names(Documents documents) {
        return documents.list(DocumentKind.TENANT).stream()
                .filter(it -> it.published() != null)
                .map(ShownDocument::path)
                .toList();
    }

    /** More names: the books of a removed tenant stay open. */
    public final void offer(Collection<String> more) {
        if (names.addAll(more)) {
            var chosen = getValue();
            setItems(names);
            setValue(chosen);
        }
    }

    /** The one that what is shown has to be narrowed to. */
    public @Nullable String chosen() {
        return only != null ? only : getValue();
    }
}
