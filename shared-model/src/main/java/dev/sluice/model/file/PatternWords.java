package dev.sluice.model.file;

import java.util.Map;

/** What the schema's patterns allow, in words: nobody should have to read a pattern. */
final class PatternWords {
    private static final String TIME = "a time of day like 16:30";

    private static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry(
                            "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
                            "letters, digits, '.', '_' and '-', at most 100, beginning with a"
                                    + " letter or digit"),
                    Map.entry(
                            "^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,199}$",
                            "letters, digits and . _ : / @ -, at most 200, beginning with a letter"
                                    + " or digit"),
                    Map.entry("^[A-Z]{3}$", "a currency's three capital letters, like USD"),
                    Map.entry("^([01][0-9]|2[0-3]):[0-5][0-9]$", TIME),
                    Map.entry("^(reject|allow|degrade:.+)$", "reject, allow or degrade:<alias>"),
                    Map.entry(
                            "^(reject|allow|flat:[0-9]{1,9}([.][0-9]{1,9})?)$",
                            "reject, allow or flat:<amount>, like flat:0.05"),
                    Map.entry(
                            "^[!-~]([ -~]*[!-~])?$",
                            "letters, digits and signs of ASCII, with no space at either end"),
                    Map.entry(
                            "^[A-Za-z0-9+=,.@:/_-]{2,300}$",
                            "letters, digits and + = , . @ : / _ -, 2 to 300 of them"),
                    Map.entry(
                            "^[^@\\s,;<>\"]{1,64}@[A-Za-z0-9.-]{1,253}$",
                            "one mail address, like finance@acme.example"),
                    Map.entry("^[a-z]{2}(-[a-z]+)+-[0-9]$", "a region like eu-central-1"),
                    Map.entry(
                            "^arn:[a-z-]+:iam::[0-9]{12}:role/[!-~]+$",
                            "a role like arn:aws:iam::123456789012:role/sluice"));

    private PatternWords() {}

    /** The pattern itself where there are no words for it. */
    static String of(String pattern) {
        return WORDS.getOrDefault(pattern, pattern);
    }
}
