package dev.sluice.admin.shell;

import com.vaadin.flow.component.html.Span;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The sign of the product: a sluice gate, half open over running water. */
public final class Emblem extends Span {
    private static final String SVG =
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28">\
            <rect width="32" height="32" rx="7" fill="#0f766e"/>\
            <path d="M7 6h3v20H7zM22 6h3v20h-3z" fill="#ccfbf1"/>\
            <path d="M11.500 6h9v9h-9z" fill="#5eead4"/>\
            <path d="M11 19.500c1.700-1.500 3.300-1.500 5 0s3.300 1.500 5 0" fill="none" stroke="#fff" \
            stroke-width="1.800" stroke-linecap="round"/>\
            <path d="M11 24c1.700-1.500 3.300-1.500 5 0s3.300 1.500 5 0" fill="none" stroke="#fff" \
            stroke-width="1.800" stroke-linecap="round"/></svg>\
            """;

    public Emblem() {
        addClassName("emblem");
        getElement().setProperty("innerHTML", SVG);
        getElement().setAttribute("aria-hidden", "true");
    }

    /** The same as a link that needs no request. */
    public static String dataUri() {
        var encoded = URLEncoder.encode(SVG, StandardCharsets.UTF_8).replace("+", "%20");
        return "data:image/svg+xml," + encoded;
    }
}
