package dev.sluice.dataplane.postprocess;

import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.MaskPolicy;
import dev.sluice.model.policy.NormalisePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

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

    boolean masks() {
        return !rules.isEmpty();
    }

    boolean leavesOut(String what) {
        return trim.contains(what);
    }
}
