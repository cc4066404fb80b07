package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.ServiceTiers;
import dev.sluice.model.usage.TokenUsage;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The dialect's usage: the input leaves cached and written tokens out. A stream tells it in pieces,
 * each of them cumulative: a figure that is there and not zero takes the place of the earlier one.
 */
public final class AnthropicUsage {
    private static final String INPUT = "input_tokens";
    private static final String OUTPUT = "output_tokens";
    private static final String READ = "cache_read_input_tokens";
    private static final String WRITTEN = "cache_creation_input_tokens";
    private static final String WRITTEN_1H = "ephemeral_1h_input_tokens";
    private static final String THINKING = "thinking_tokens";
    private static final Set<String> KNOWN = Set.of(INPUT, OUTPUT, READ, WRITTEN);

    private static final String FAST = "fast";

    /** Its own words: another provider's would be none to its callers. */
    private static final Set<String> TIERS = Set.of("standard", "priority", "batch");

    private final Map<String, Long> figures = new HashMap<>();
    private @Nullable String serviceTier;

    /** Takes a usage object; what is none is nothing. */
    public void take(JsonNode usage) {
        take(INPUT, usage.path(INPUT));
        take(OUTPUT, usage.path(OUTPUT));
        take(READ, usage.path(READ));
        take(WRITTEN, usage.path(WRITTEN));
        take(WRITTEN_1H, usage.path("cache_creation").path(WRITTEN_1H));
        take(THINKING, usage.path("output_tokens_details").path(THINKING));
        var fast = usage.path("speed").asString("").equals(FAST);
        var tier = ServiceTiers.named(fast ? FAST : usage.path("service_tier").asString(""));
        serviceTier = tier == null ? serviceTier : tier;
    }

    private void take(String name, JsonNode figure) {
        if (Tree.isCount(figure)) {
            figures.merge(name, Tree.tokens(figure), (known, now) -> now == 0 ? known : now);
        }
    }

    /** A stream's first figure of output is a placeholder. */
    public void forgetOutput() {
        figures.remove(OUTPUT);
    }

    /** The usage so far; null where no figure came. */
    public @Nullable TokenUsage known() {
        if (!figures.containsKey(INPUT) && !figures.containsKey(OUTPUT)) {
            return null;
        }
        var read = of(READ);
        var written = of(WRITTEN);
        var hour = Math.min(of(WRITTEN_1H), written);
        return new TokenUsage(
                        of(INPUT) + read + written,
                        read,
                        written - hour,
                        hour,
                        of(OUTPUT),
                        of(THINKING),
                        0,
                        0)
                .servedAt(serviceTier);
    }

    private long of(String name) {
        return figures.getOrDefault(name, 0L);
    }

    static @Nullable TokenUsage read(JsonNode usage) {
        var all = new AnthropicUsage();
        all.take(usage);
        return all.known();
    }

    /** Whether the object tells more than the figures that are written anyway. */
    static boolean hasMore(JsonNode usage) {
        return !Extensions.rest(Dialect.ANTHROPIC, usage, KNOWN).isEmpty();
    }

    /** The usage object for a caller; one that is not known is zero. */
    public static ObjectNode write(@Nullable TokenUsage usage) {
        var node = SluiceJson.mapper().createObjectNode();
        if (usage == null) {
            return node.put(INPUT, 0).put(OUTPUT, 0);
        }
        var written = usage.cacheWrite() + usage.cacheWrite1h();
        node.put(INPUT, usage.input() - usage.cachedInput() - written);
        node.put(WRITTEN, written);
        node.put(READ, usage.cachedInput());
        if (usage.cacheWrite1h() > 0) {
            node.putObject("cache_creation")
                    .put("ephemeral_5m_input_tokens", usage.cacheWrite())
                    .put(WRITTEN_1H, usage.cacheWrite1h());
        }
        node.put(OUTPUT, usage.output());
        if (FAST.equals(usage.serviceTier())) {
            node.put("speed", FAST);
        } else if (usage.serviceTier() != null && TIERS.contains(usage.serviceTier())) {
            node.put("service_tier", usage.serviceTier());
        }
        if (usage.reasoning() > 0) {
            node.putObject("output_tokens_details").put(THINKING, usage.reasoning());
        }
        return node;
    }
}
