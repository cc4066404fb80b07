package dev.sluice.simulator.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that stand for the whole instance, set over HTTP, and the counters behind {@code
 * every} and {@code times}. Shared by all event loops.
 */
public final class InstanceScripts {
    /** One standing script; {@code model} and {@code lane} null mean any. */
    public record Entry(
            @Nullable String model, @Nullable String lane, String text, @Nullable Integer times) {}

    private static final class Standing {
        final Entry entry;
        final Map<String, String> words;
        final AtomicLong left;

        Standing(Entry entry) {
            this.entry = entry;
            this.words = ScriptText.read(entry.text());
            Script.from(words);
            this.left = new AtomicLong(entry.times() == null ? Long.MAX_VALUE : entry.times());
        }

        boolean fits(String model, String lane) {
            return (entry.model() == null || entry.model().equals(model))
                    && (entry.lane() == null || entry.lane().equals(lane));
        }

        boolean take() {
            return left.getAndUpdate(n -> n > 0 ? n - 1 : 0) > 0;
        }
    }

    private volatile List<Standing> standing = List.of();
    private final Map<String, AtomicLong> callsByModel = new ConcurrentHashMap<>();

    /** Replaces the standing script of the same model and lane; refuses one that does not parse. */
    public synchronized void put(Entry entry) {
        Standing fresh = new Standing(entry);
        List<Standing> next = new ArrayList<>();
        for (Standing old : standing) {
            if (!sameScope(old.entry, entry)) {
                next.add(old);
            }
        }
        next.add(fresh);
        standing = List.copyOf(next);
    }

    /** Removes what stands for exactly this model and lane. */
    public synchronized void remove(@Nullable String model, @Nullable String lane) {
        Entry gone = new Entry(model, lane, "", null);
        standing = standing.stream().filter(old -> !sameScope(old.entry, gone)).toList();
    }

    public synchronized void clear() {
        standing = List.of();
        callsByModel.clear();
    }

    public List<Entry> entries() {
        return standing.stream().map(one -> one.entry).toList();
    }

    /**
     * The script of one call: what stands for the instance, then the model name's own, then the
     * header's, then the prompt's; the nearer to the call wins word by word.
     */
    public Script forCall(String model, String lane, List<String> nearer) {
        List<Standing> now = standing;
        if (now.isEmpty() && nearer.isEmpty()) {
            return Script.DEFAULT;
        }
        Map<String, String> words = new LinkedHashMap<>();
        for (Standing one : now) {
            if (one.fits(model, lane) && one.take()) {
                words.putAll(one.words);
            }
        }
        for (String text : nearer) {
            ScriptText.readInto(words, text);
        }
        Script script = Script.from(words);
        return spared(model, words.get("every")) ? script.withoutFault() : script;
    }

    private boolean spared(String model, @Nullable String every) {
        if (every == null) {
            return false;
        }
        int period = new ScriptWords(Map.of("every", every)).numberOr("every", 1);
        long count = callsByModel.computeIfAbsent(model, _ -> new AtomicLong()).incrementAndGet();
        return period > 1 && count % period != 0;
    }

    private static boolean sameScope(Entry one, Entry other) {
        return Objects.equals(one.model(), other.model())
                && Objects.equals(one.lane(), other.lane());
    }
}
