package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a translation could not keep. A loss is told to the caller and counted; in strict mode it
 * refuses the call. What would silently change the meaning always refuses it.
 */
public final class Losses {
    /**
     * Hints, and what is carried in the conversation beside: without them the request means the
     * same.
     */
    private static final Set<String> NO_LOSS =
            Set.of(
                    "cache_control",
                    "annotations",
                    "reasoning",
                    "reasoning_content",
                    "reasoning_details",
                    "reasoning_text");

    private final Dialect target;
    private final boolean strict;
    private final List<String> warnings = new ArrayList<>(2);

    public Losses(Dialect target, boolean strict) {
        this.target = target;
        this.strict = strict;
    }

    /** A field that the target has no word for. */
    public void dropped(String field) {
        note(field + " dropped: " + target.text() + " has no such field", field);
    }

    /**
     * Fields of another dialect's object, named one by one; those that begin with a dot are a
     * codec's own notes.
     */
    public void dropped(String where, Extensions extensions) {
        if (!extensions.belongTo(target)) {
            extensions.fields().keySet().stream()
                    .filter(name -> !name.startsWith(".") && !NO_LOSS.contains(name))
                    .forEach(name -> dropped(where + name));
        }
    }

    /** Which of several speakers says something, for a dialect that names none. */
    public void untoldName(Message message) {
        if (message.name() != null) {
            dropped("messages.name");
        }
    }

    /** How closely a picture is to be looked at, for a dialect without a word for that. */
    public void untoldDetail(ContentPart.Media picture) {
        if (picture.detail() != null && !picture.detail().equals("auto")) {
            dropped("messages.detail");
        }
    }

    /** That a tool failed, for a target with no flag for it: only the result's own words tell. */
    public void untoldFailure(ContentPart.ToolResult result) {
        if (result.failed()) {
            dropped("messages.is_error");
        }
    }

    /**
     * Whether thinking is to be seen, for a dialect without a word for that.
     *
     * @param shows what its servers do; null where some do and others do not
     */
    public void untoldSight(@Nullable ReasoningWish wish, @Nullable Boolean shows) {
        if (wish != null
                && !wish.isOff()
                && wish.visible() != null
                && !wish.visible().equals(shows)) {
            dropped("thinking.display");
        }
    }

    /** Which of the tools may be called, for a target that can only be told one of them, or all. */
    public void untoldNames(@Nullable ToolChoice choice) {
        if (choice != null && choice.names().size() > 1) {
            changed("tool_choice", "widened to all tools: " + target.text() + " can list none");
        }
    }

    /** A value that the target takes only otherwise: what happened, in words. */
    public void changed(String field, String how) {
        note(field + " " + how, field);
    }

    private void note(String warning, String field) {
        if (strict) {
            throw new GatewayFailure.Unsupported(
                    "X-Sluice-Strict refuses this call: " + warning + ".", field);
        }
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }

    /** Without it the request would mean something else: always a refusal. */
    public GatewayFailure.Unsupported refused(String what, @Nullable String field) {
        return new GatewayFailure.Unsupported(
                what + " cannot be said to a model that speaks " + target.text() + ".", field);
    }

    /** The dialect that is written. */
    public Dialect target() {
        return target;
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }
}
