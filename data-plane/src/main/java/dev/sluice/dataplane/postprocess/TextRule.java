package dev.sluice.dataplane.postprocess;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Something that is looked for in a text, and what stands there instead.
 *
 * @param pattern decided within {@link TextWindow#MOST_CHARACTERS} characters from where it begins
 * @param confirms whether a piece that looks right is one: a check digit, for instance
 */
record TextRule(Pattern pattern, Predicate<String> confirms, String replacement) {}
