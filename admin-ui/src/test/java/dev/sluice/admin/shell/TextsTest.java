package dev.sluice.admin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TextsTest {
    /** The call with its key; a key that ends in a dot or is followed by + is only the front. */
    private static final Pattern USE =
            Pattern.compile("\"([a-z][A-Za-z-]*(?:\\.[A-Za-z0-9-]+)*\\.?)\"(\\s*\\+)?");

    private static final Pattern PLACE = Pattern.compile("\\{\\d+}");

    private final Map<String, String> english = bundle("en");
    private final Map<String, String> chinese = bundle("zh_CN");

    @Test
    void bothLanguagesSayTheSameThings() {
        assertThat(chinese.keySet()).isEqualTo(english.keySet());
    }

    @Test
    void bothLanguagesHaveTheSamePlaces() {
        assertThat(english.keySet())
                .allSatisfy(key ->
                        assertThat(places(chinese.get(key)))
                                .as(key)
                                .isEqualTo(places(english.get(key))));
    }

    @Test
    void noTextIsEmptyOrHoldsAnApostropheThatMessagesEat() {
        assertThat(english)
                .allSatisfy(
                        (key, text) -> assertThat(text).as(key).isNotBlank().doesNotContain("'"));
        assertThat(chinese)
                .allSatisfy(
                        (key, text) -> assertThat(text).as(key).isNotBlank().doesNotContain("'"));
    }

    @Test
    void chineseTextsAreChinese() {
        var taken = Set.of("unit.ms");
        assertThat(chinese)
                .allSatisfy((key, text) -> {
                    if (!taken.contains(key) && PLACE.matcher(text).replaceAll("").length() > 8) {
                        assertThat(text).as(key).matches("(?s).*\\p{IsHan}.*");
                    }
                });
    }

    @Test
    void everyKeyThatIsUsedHasATextAndEveryTextIsUsed() throws IOException {
        var sections =
                english.keySet().stream()
                        .map(key -> key.substring(0, key.indexOf('.') + 1))
                        .collect(Collectors.toSet());
        var whole = new TreeSet<String>();
        var fronts = new TreeSet<String>();
        for (var source : sources()) {
            USE.matcher(source)
                    .results()
                    .filter(use -> sections.stream().anyMatch(use.group(1)::startsWith))
                    .forEach(use -> add(use, whole, fronts));
        }

        var unused = new TreeSet<>(english.keySet());
        unused.removeAll(whole);
        unused.removeIf(key -> fronts.stream().anyMatch(key::startsWith));
        assertThat(english.keySet()).as("keys in use without a text").containsAll(whole);
        assertThat(fronts)
                .allSatisfy(front ->
                        assertThat(english.keySet())
                                .as("begins with " + front)
                                .anyMatch(key -> key.startsWith(front)));
        assertThat(unused).as("texts that nothing shows").isEmpty();
    }

    private static void add(MatchResult use, Set<String> whole, Set<String> fronts) {
        var isFront = use.group(2) != null || use.group(1).endsWith(".");
        (isFront ? fronts : whole).add(use.group(1));
    }

    private static List<String> places(String text) {
        return PLACE.matcher(Objects.requireNonNullElse(text, ""))
                .results()
                .map(MatchResult::group)
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> sources() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(TextsTest::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Map<String, String> bundle(String language) {
        var name = "/" + Texts.BUNDLE.replace('.', '/') + "_" + language + ".properties";
        var texts = new Properties();
        try (var reader =
                new InputStreamReader(
                        Objects.requireNonNull(TextsTest.class.getResourceAsStream(name), name),
                        StandardCharsets.UTF_8)) {
            texts.load(reader);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        var sorted = new TreeMap<String, String>();
        texts.stringPropertyNames().forEach(key -> sorted.put(key, texts.getProperty(key)));
        return sorted;
    }
}
