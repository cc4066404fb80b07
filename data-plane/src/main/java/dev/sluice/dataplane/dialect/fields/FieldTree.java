package dev.sluice.dataplane.dialect.fields;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object, and of the objects in them. A list is as its members. A field without
 * fields of its own is open: what is in it is not looked at.
 *
 * <p>Read from text: names with blanks between; deeper lines are the fields of the last name above;
 * {@code &x} after a name says that its fields are those of the group {@code &x}; {@code =x} that
 * they are those of objects of the type {@code x}, or of none: objects of other types are open.
 */
final class FieldTree {
    private static final int INDENT = 2;

    private Map<String, FieldTree> fields = new HashMap<>();
    private @Nullable String type;

    /** Fails where there is no such text. */
    static FieldTree read(String name) {
        try (var in = FieldTree.class.getResourceAsStream(name + ".fields");
                var text =
                        new BufferedReader(
                                new InputStreamReader(
                                        Objects.requireNonNull(in, name),
                                        StandardCharsets.UTF_8))) {
            return parse(text.lines().toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private record Level(int depth, FieldTree tree) {}

    static FieldTree parse(List<String> lines) {
        var root = new FieldTree();
        var groups = new HashMap<String, FieldTree>();
        Deque<Level> levels = new ArrayDeque<>();
        for (var line : lines) {
            var text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            var depth = line.indexOf(text) / INDENT;
            while (!levels.isEmpty() && levels.peek().depth() >= depth) {
                levels.pop();
            }
            var parent = levels.isEmpty() ? root : levels.peek().tree();
            levels.push(new Level(depth, parent.add(text.split("\\s+"), groups)));
        }
        return root;
    }

    /** Fields of this object, or one group; the last of them. */
    private FieldTree add(String[] words, Map<String, FieldTree> groups) {
        var last = this;
        for (var word : words) {
            if (word.startsWith("=")) {
                last.type = word.substring(1);
                continue;
            }
            if (!word.startsWith("&")) {
                last = fields.computeIfAbsent(word, name -> new FieldTree());
                continue;
            }
            var group = groups.computeIfAbsent(word, name -> new FieldTree());
            if (words.length == 1) {
                return group;
            }
            last.fields = group.fields;
        }
        return last;
    }

    boolean isOpen() {
        return fields.isEmpty();
    }

    /** Whether these are the fields of an object that tells that type; null where it tells none. */
    boolean isOf(@Nullable String told) {
        return type == null || told == null || type.equals(told);
    }

    /** Null where there is no field of that name. */
    @Nullable FieldTree field(String name) {
        return fields.get(name);
    }

    Collection<String> names() {
        return fields.keySet();
    }
}
