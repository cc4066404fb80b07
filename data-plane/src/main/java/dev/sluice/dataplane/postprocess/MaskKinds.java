package dev.sluice.dataplane.postprocess;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** The kinds of sensitive words that the gateway knows by itself. */
final class MaskKinds {
    private static final int[] ID_WEIGHTS = {7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};
    private static final String ID_CHECK = "10X98765432";

    /** No digit or letter on either side: a longer number is something else. */
    private static final String BEFORE = "(?<![0-9A-Za-z+])";

    private static final String AFTER = "(?![0-9A-Za-z])";

    private static final Map<String, TextRule> KINDS =
            Map.of(
                    "phone",
                    rule(
                            BEFORE
                                    + "(?:\\+?86[- ]?)?1[3-9][0-9](?:[- ]?[0-9]{4}){2}"
                                    + AFTER
                                    + "|"
                                    + BEFORE
                                    + "\\+[1-9][0-9]{0,2}(?:[-. ]?\\(?[0-9]{2,4}\\)?){2,4}"
                                    + AFTER,
                            "[phone]"),
                    "idCard",
                    new TextRule(
                            Pattern.compile(BEFORE + "[1-9][0-9]{16}[0-9Xx]" + AFTER),
                            MaskKinds::isIdCard,
                            "[id card]"),
                    "email",
                    rule(
                            "(?<![0-9A-Za-z._%+-])[0-9A-Za-z][0-9A-Za-z._%+-]{0,29}@"
                                    + "(?:[0-9A-Za-z-]{1,20}\\.){1,3}[A-Za-z]{2,10}(?![0-9A-Za-z-])",
                            "[email]"),
                    "bankCard",
                    new TextRule(
                            Pattern.compile(BEFORE + "[1-9][0-9]{3}(?:[- ]?[0-9]){9,15}" + AFTER),
                            MaskKinds::isCardNumber,
                            "[bank card]"));

    private MaskKinds() {}

    private static TextRule rule(String pattern, String replacement) {
        return new TextRule(Pattern.compile(pattern), found -> true, replacement);
    }

    /** Fails where there is no such kind: the config's rules refuse it before. */
    static TextRule of(String kind) {
        return Objects.requireNonNull(KINDS.get(kind), () -> "no kind of mask is called " + kind);
    }

    /** ISO 7064 mod 11-2, as GB 11643 says for Chinese identity numbers. */
    private static boolean isIdCard(String digits) {
        var sum = 0;
        for (var i = 0; i < ID_WEIGHTS.length; i++) {
            sum += (digits.charAt(i) - '0') * ID_WEIGHTS[i];
        }
        return ID_CHECK.charAt(sum % 11) == Character.toUpperCase(digits.charAt(17));
    }

    /** The check digit of ISO/IEC 7812 (Luhn). */
    private static boolean isCardNumber(String text) {
        var sum = 0;
        var twice = false;
        for (var i = text.length() - 1; i >= 0; i--) {
            var digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                continue;
            }
            var value = twice ? digit * 2 : digit;
            sum += value > 9 ? value - 9 : value;
            twice = !twice;
        }
        return sum % 10 == 0;
    }
}
