package dev.sluice.dataplane.metering.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same counts as jtokkit, which has its own splitters and its own merge. */
class TokenizerTest {
    private static final EncodingRegistry JTOKKIT = Encodings.newLazyEncodingRegistry();
    private static final com.knuddels.jtokkit.api.Encoding O200K =
            JTOKKIT.getEncoding(EncodingType.O200K_BASE);
    private static final com.knuddels.jtokkit.api.Encoding CL100K =
            JTOKKIT.getEncoding(EncodingType.CL100K_BASE);
    private static final Tokenizer OWN_O200K = Encoding.O200K.load();
    private static final Tokenizer OWN_CL100K = Encoding.CL100K.load();

    private static void assertSame(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(OWN_O200K.count(bytes, 0, bytes.length))
                .as("o200k of '%s'", text)
                .isEqualTo(O200K.countTokensOrdinary(text));
        assertThat(OWN_CL100K.count(bytes, 0, bytes.length))
                .as("cl100k of '%s'", text)
                .isEqualTo(CL100K.countTokensOrdinary(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello world",
                "Don't you'LL they'Re I'VE we'd it'ſ x'ſ 'tis ''s rock'n'roll S'S",
                "camelCase XMLHttpRequest HTTPServer iPhone McDonald ÉCOLE École ǅungla",
                "1 12 123 1234 12345678 1,234,567.89 ½ ²³ Ⅷ ٣٤٥٦ 一二三",
                "  two   three\t\ttabs \u00a0nbsp\u3000wide \u2028line \u0085next",
                "a\nb\n\nc\r\nd \n e\n  \n f\n\n\n   g   \n",
                "// path/to/file.txt\n/* x */\n//\n///\r\n\"quoted\"\n\n```java\nint x=1;\n```",
                "你好，世界。这是一个测试！再来一次：１２３４５６７。\n第二行　全角空格",
                "こんにちは、世界。カタカナ ひらがな 漢字ー々 한국어 텍스트입니다",
                "👍🏽 👨‍👩‍👧‍👦 🇩🇪 ❤️ a😀b 1😀2 😀😀😀'm 😀'm",
                "e\u0301cole E\u0301COLE \u0301\u0301 !\u0301 \u0301A \u0301AB 1\u0301 AB\u0301C \u0301's",
                "привет МИР Здравствуйте ΑΒγ שלום العَرَبِيَّة हिन्दी ไทย",
                "<|endoftext|><|fim_prefix|>",
                "https://example.org/a?b=c&d=%20e#f mail@example.org _under_score__ --flag=value",
                "\u0000\u0001\u001f\u007f\u200b\ufeff\ue000\ufffd",
            })
    void countsTheSame(String text) {
        assertSame(text);
    }

    @Test
    void countsItsOwnSourcesTheSame() throws IOException {
        try (var files = Files.walk(Path.of("src"))) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                assertSame(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void countsLongPiecesTheSame() {
        var random = new Random(7);
        for (var letters : new String[] {"a", "ab", "xyz", "啊", "0aF", " ", "=-"}) {
            for (var length : new int[] {100, 127, 128, 129, 130, 499, 500, 501, 3_000}) {
                var text = new StringBuilder();
                for (var i = 0; i < length; i++) {
                    text.append(letters.charAt(random.nextInt(letters.length())));
                }
                assertSame(text.toString());
            }
        }
    }

    @Property(tries = 5_000)
    void countsAnyTextTheSame(@ForAll("mixtures") String text) {
        assertSame(text);
    }

    /** Texts in which the alternatives of the patterns meet each other. */
    @Provide
    Arbitrary<String> mixtures() {
        return Arbitraries.oneOf(
                        Arbitraries.of(
                                "a", "b", "S", "T", "Re", "ll", "LL", "ve", "d", "m", "é", "É", "ǅ",
                                "ʰ", "ª", "中", "文", "ア", "\u0301", "\u0903", "1", "9", "½", "٣",
                                " ", "  ", "\t", "\n", "\r\n", "\r", "\u00a0", "\u3000", "\u0085",
                                "'", "'s", "'ſ", "ſ", "!", "/", "//", ".", "-", "_", "😀", "\u200d",
                                "\u0000", "the", " of", "ing", "你好", "。"),
                        Arbitraries.strings()
                                .withCharRange('\u0000', '\ud7ff')
                                .withCharRange('\ue000', '\uffff')
                                .ofMinLength(1)
                                .ofMaxLength(3),
                        Arbitraries.integers().between(0x10000, 0x10FFFF).map(Character::toString))
                .list()
                .ofMaxSize(24)
                .map(parts -> String.join("", parts));
    }
}
