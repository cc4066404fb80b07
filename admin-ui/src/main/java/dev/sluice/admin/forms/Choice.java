package dev.sluice.admin.forms;

import com.vaadin.flow.component.select.Select;
import dev.sluice.admin.components.Words;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One of a policy's words. What was absent and is left at the default stays absent: choosing
 * nothing else must not look like a change.
 */
class Choice<T> extends Select<T> {
    private final @Nullable T original;
    private final T fallback;

    /**
     * @param words in the order shown; the text of each is the one of {@code front} and the word
     * @param fallback what counts where nothing is said
     */
    Choice(String label, String front, List<T> words, T fallback, @Nullable T original) {
        this.original = original;
        this.fallback = fallback;
        setLabel(label);
        setItems(words);
        setItemLabelGenerator(word -> Words.text(front + word.toString().toLowerCase(Locale.ROOT)));
        setValue(original == null ? fallback : original);
    }

    @Nullable T chosen() {
        return original == null && fallback.equals(getValue()) ? null : getValue();
    }
}
