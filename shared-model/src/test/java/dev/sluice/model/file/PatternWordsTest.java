package dev.sluice.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PatternWordsTest {
    @Test
    void everyPatternOfTheSchemaIsSaidInWords() {
        var patterns = new TreeSet<String>();
        for (var parent : ConfigSchema.load().root().findParents("pattern")) {
            add(parent.path("pattern"), patterns);
        }

        assertThat(patterns)
                .isNotEmpty()
                .allSatisfy(pattern -> assertThat(PatternWords.of(pattern)).isNotEqualTo(pattern));
    }

    private static void add(JsonNode pattern, TreeSet<String> patterns) {
        List.of(pattern).stream()
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .forEach(patterns::add);
    }
}
