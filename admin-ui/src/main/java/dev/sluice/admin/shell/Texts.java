package dev.sluice.admin.shell;

import com.vaadin.flow.i18n.I18NProvider;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The console's words, one bundle for each language. */
@Component
class Texts implements I18NProvider {
    static final String BUNDLE = "console.texts";

    private static final Logger LOG = LoggerFactory.getLogger(Texts.class);

    @Override
    public List<Locale> getProvidedLocales() {
        return Language.locales();
    }

    @Override
    public String getTranslation(String key, Locale locale, Object... parameters) {
        try {
            var text =
                    ResourceBundle.getBundle(BUNDLE, Language.of(locale).locale(), NO_FALLBACK)
                            .getString(key);
            return parameters.length == 0
                    ? text
                    : new MessageFormat(text, locale).format(parameters);
        } catch (MissingResourceException missing) {
            LOG.warn("no text for {} in {}", key, locale);
            return key;
        }
    }

    /** The machine's own language must not decide what an English reader sees. */
    private static final ResourceBundle.Control NO_FALLBACK =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);
}
