package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.json.ForeignJson;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads errors of upstreams in all their shapes: one tolerant reader for every dialect, since
 * providers of one dialect often answer with another's errors.
 */
public final class UpstreamErrors {
    private static final Set<String> MONEY_CODES =
            Set.of(
                    "insufficient_quota",
                    "exceeded_current_quota_error",
                    "1113",
                    "creditserror",
                    "billing_error",
                    "insufficient_balance",
                    "accountoverdueerror",
                    "billing_hard_limit_reached",
                    "arrearage",
                    "enforced_spend_limit_reached");

    private UpstreamErrors() {}

    /** Reads a body; what is no JSON tells nothing but that it is an error. */
    public static UpstreamSaid read(byte[] body, int from, int to) {
        try {
            var node = ForeignJson.read(body, from, to - from);
            return node == null ? silent() : read(node.isArray() ? node.path(0) : node);
        } catch (JacksonException noJson) {
            return silent();
        }
    }

    /** The field of the request that an error names by itself; null where it names none. */
    public static @Nullable String paramOf(byte[] body) {
        try {
            var node = ForeignJson.read(body);
            return node == null ? null : text(node.path("error").path("param"));
        } catch (JacksonException noJson) {
            return null;
        }
    }

    private static UpstreamSaid silent() {
        return new UpstreamSaid(0, null, null, false);
    }

    private static UpstreamSaid read(JsonNode root) {
        var error = root.has("error") ? root.path("error") : root;
        if (error.isString()) {
            return said(root.path("code"), root.path("error_type"), error.asString());
        }
        if (root.has("error_code")) {
            return said(root.path("error_code"), root.path("type"), text(root.path("error_msg")));
        }
        if (error.path("status").isString() && error.path("code").isInt()) {
            return ofGoogle(error);
        }
        var message = text(error.path("message"));
        message = message != null ? message : text(error.path("Message"));
        message = message != null ? message : text(root.path("detail"));
        var type = error.has("type") ? error.path("type") : root.path("error_type");
        var code = error.path("code");
        return said(
                code.isMissingNode() ? error.path("details").path("error_code") : code,
                type,
                message);
    }

    /** The number is the HTTP status; what it is about stands in a word, or in the details. */
    private static UpstreamSaid ofGoogle(JsonNode error) {
        var code = error.path("status").asString("");
        for (var detail : error.path("details").values()) {
            var reason = detail.path("reason").asString("");
            code = reason.equals("API_KEY_INVALID") ? reason : code;
        }
        var number = error.path("code").asInt(0);
        var status = number >= 400 && number < 600 ? number : 0;
        return new UpstreamSaid(status, code, text(error.path("message")), false);
    }

    private static UpstreamSaid said(JsonNode code, JsonNode type, @Nullable String message) {
        var codeText = text(code);
        var typeText = text(type);
        var status = statusOf(codeText, typeText);
        var told = codeText != null ? codeText : typeText;
        return new UpstreamSaid(status, told, message, isMoney(codeText, typeText, message));
    }

    private static @Nullable String text(JsonNode node) {
        if (node.isString()) {
            return node.asString();
        }
        return node.isNumber() ? node.asString() : null;
    }

    private static boolean isMoney(
            @Nullable String code, @Nullable String type, @Nullable String message) {
        if (code != null && MONEY_CODES.contains(code.toLowerCase(Locale.ROOT))) {
            return true;
        }
        if (type != null && MONEY_CODES.contains(type.toLowerCase(Locale.ROOT))) {
            return true;
        }
        var words = message == null ? "" : message.toLowerCase(Locale.ROOT);
        return words.contains("insufficient balance")
                || words.contains("insufficient_quota")
                || words.contains("credit balance is too low");
    }

    /** The status behind an error that came without one of its own. */
    private static int statusOf(@Nullable String code, @Nullable String type) {
        if (code != null && code.matches("[45]\\d\\d")) {
            return Integer.parseInt(code);
        }
        var words = ((code == null ? "" : code) + " " + (type == null ? "" : type));
        words = words.toLowerCase(Locale.ROOT);
        if (words.contains("overloaded")) {
            return 529;
        }
        if (words.contains("rate_limit") || words.contains("insufficient_quota")) {
            return 429;
        }
        if (words.contains("invalid_request") || words.contains("badrequest")) {
            return 400;
        }
        return words.contains("server_error") ? 500 : ofAnthropic(type);
    }

    private static int ofAnthropic(@Nullable String type) {
        return switch (type) {
            case "authentication_error" -> 401;
            case "billing_error" -> 402;
            case "permission_error" -> 403;
            case "not_found_error" -> 404;
            case "request_too_large" -> 413;
            case "api_error" -> 500;
            case "timeout_error" -> 504;
            case null, default -> 0;
        };
    }
}
