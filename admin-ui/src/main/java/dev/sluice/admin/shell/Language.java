package dev.sluice.admin.shell;

import com.vaadin.flow.server.VaadinRequest;
import com.vaadin.flow.server.VaadinService;
import jakarta.servlet.http.Cookie;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The languages of the console; which one a browser wants is kept in a cookie. */
enum Language {
    ENGLISH("en", Locale.ENGLISH, "English"),
    CHINESE("zh-CN", Locale.SIMPLIFIED_CHINESE, "简体中文");

    private static final String COOKIE = "sluice-language";
    private static final int YEAR_SECONDS = 31_536_000;

    private final String tag;
    private final Locale locale;
    private final String ownName;

    Language(String tag, Locale locale, String ownName) {
        this.tag = tag;
        this.locale = locale;
        this.ownName = ownName;
    }

    Locale locale() {
        return locale;
    }

    /** As those who speak it write it. */
    String ownName() {
        return ownName;
    }

    String tag() {
        return tag;
    }

    static List<Locale> locales() {
        return Arrays.stream(values()).map(Language::locale).toList();
    }

    static Language of(@Nullable Locale locale) {
        return locale != null && locale.getLanguage().equals("zh") ? CHINESE : ENGLISH;
    }

    /** What the browser chose before; else nothing, and its own setting decides. */
    static Optional<Language> chosenBy(VaadinRequest request) {
        var cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(COOKIE))
                        .flatMap(cookie ->
                                Arrays.stream(values())
                                        .filter(known -> known.tag.equals(cookie.getValue())))
                        .findFirst();
    }

    void remember() {
        var cookie = new Cookie(COOKIE, tag);
        cookie.setPath("/");
        cookie.setMaxAge(YEAR_SECONDS);
        cookie.setHttpOnly(true);
        cookie.setAttribute("SameSite", "Lax");
        VaadinService.getCurrentResponse().addCookie(cookie);
    }
}
