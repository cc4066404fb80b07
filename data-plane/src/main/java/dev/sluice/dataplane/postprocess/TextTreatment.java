package dev.sluice.dataplane.postprocess;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.MaskPolicy;
import dev.sluice.model.policy.NormalisePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the policies of an alias do to texts, made ready once for each answer. */
public final class TextTreatment {
    private static final NormalisePolicy AS_WRITTEN = new NormalisePolicy(null, null, null);

    private final List<TextRule> rules;
    private final NormalisePolicy normalise;
    private final List<String> trim;

    private TextTreatment(List<TextRule> rules, NormalisePolicy normalise, List<String> trim) {
        this.rules = List.copyOf(rules);
        this.normalise = normalise;
        this.trim = trim;
    }

    public static TextTreatment of(CallPolicies policies) {
        var rules = new ArrayList<TextRule>();
        var mask = policies.mask();
        if (mask != null) {
            for (var pattern : mask.patterns()) {
                rules.add(
                        new TextRule(
                                Pattern.compile(pattern.pattern()),
                                found -> true,
                                pattern.replacementOrName()));
            }
            MaskPolicy.KINDS.stream()
                    .filter(mask.kinds()::contains)
                    .forEach(kind -> rules.add(MaskKinds.of(kind)));
        }
        var normalise = policies.normalise();
        return new TextTreatment(
                rules, normalise == null ? AS_WRITTEN : normalise, policies.trim());
    }

    TextWindow window() {
        return new TextWindow(rules, new Letters(normalise));
    }

    /** A whole text, as if it had come in pieces. */
    String whole(String text) {
        var window = window();
        return window.take(text) + window.flush();
    }

    /**
     * What a source is called and says is masked, too; null where nothing is left to point at. Its
     * own dialect's form says it all again, and is given up.
     */
    @Nullable Citation treated(Citation citation) {
        if (!masks()) {
            return citation;
        }
        return citation.url() == null && citation.title() == null
                ? null
                : new Citation(
                        citation.url(),
                        wholeOrNull(citation.title()),
                        citation.start(),
                        citation.end(),
                        wholeOrNull(citation.quoted()),
                        null);
    }

    private @Nullable String wholeOrNull(@Nullable String text) {
        return text == null ? null : whole(text);
    }

    /** Sound of the answer, without the words that are written beside it where there are masks. */
    ContentPart.Opaque treated(ContentPart.Opaque part) {
        if (!masks() || !part.type().equals("audio") || !part.json().has("transcript")) {
            return part;
        }
        var silent = ((ObjectNode) part.json()).deepCopy();
        silent.remove("transcript");
        return new ContentPart.Opaque(part.origin(), part.type(), silent);
    }

    boolean masks() {
        return !rules.isEmpty();
    }

    boolean leavesOut(String what) {
        return trim.contains(what);
    }
}
