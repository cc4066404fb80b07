package dev.sluice.model.file;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Parses YAML, and JSON as a part of it, in time and memory that grow with the text alone. */
final class YamlText {
    /** About 100 000 keys. */
    static final int MOST_CHARACTERS = 8 * 1024 * 1024;

    private static final int LEAST_BUFFER = 1024;

    private YamlText() {}

    /** Neither a node nor a fault: the text is empty. */
    record Parsed(Optional<Node> node, Optional<Fault> fault) {
        static Parsed fault(int line, String message) {
            return new Parsed(Optional.empty(), Optional.of(new Fault(line, "", message)));
        }
    }

    /**
     * Parses a text with one document.
     *
     * @param form what it is to be, for people: YAML or JSON
     */
    static Parsed parse(String text, String form) {
        if (text.length() > MOST_CHARACTERS) {
            return Parsed.fault(0, "the file is larger than 8 MB");
        }
        // The whole text in one read: with a smaller buffer the reader copies what it has of a
        // line for each piece more, and the time grows with the square of the line's length.
        var settings =
                LoadSettings.builder()
                        .setCodePointLimit(MOST_CHARACTERS)
                        .setBufferSize(Math.max(LEAST_BUFFER, text.length() + 2))
                        .build();
        try {
            var parser = new ParserImpl(settings, new StreamReader(settings, text));
            var composer = new Composer(settings, new BoundedParser(parser));
            return new Parsed(composer.getSingleNode(), Optional.empty());
        } catch (BoundedParser.TooMuchException tooMuch) {
            return new Parsed(Optional.empty(), Optional.of(tooMuch.fault()));
        } catch (MarkedYamlEngineException broken) {
            var line = broken.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            return Parsed.fault(line, "is not " + form + ": " + broken.getProblem());
        } catch (YamlEngineException broken) {
            return Parsed.fault(0, "is not " + form + ": " + broken.getMessage());
        }
    }
}
