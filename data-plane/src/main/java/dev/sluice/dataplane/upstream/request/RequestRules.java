package dev.sluice.dataplane.upstream.request;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.upstream.provider.ParameterRules;
import dev.sluice.dataplane.upstream.provider.ParameterRules.FormatLevel;
import dev.sluice.dataplane.upstream.provider.ValueRange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes a request one that a provider takes, and tells the losses what it changed. */
final class RequestRules {
    static final String STRIPPED = "dropped: the target's model takes none";

    private final ParameterRules rules;
    private final Losses losses;

    RequestRules(ParameterRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
    }

    ChatRequest apply(ChatRequest request) {
        if (rules.isEmpty()) {
            return request;
        }
        var ruled = request.withSampling(sampling(request.sampling()));
        ruled = withChoice(ruled);
        ruled = withCap(ruled);
        ruled = withFormat(ruled);
        return switch (rules.instructions()) {
            case KEEP -> ruled;
            case INTO_USER -> systemIntoUser(ruled);
            case FROM_USER -> systemFromUser(ruled);
        };
    }

    private Sampling sampling(Sampling asked) {
        return new Sampling(
                number("temperature", asked.temperature(), rules.temperature(), BigDecimal.ONE),
                number("top_p", asked.topP(), rules.topP(), BigDecimal.ONE),
                asked.topK(),
                stops(asked.stop()),
                asked.seed(),
                number("presence_penalty", asked.presencePenalty(), null, BigDecimal.ZERO),
                number("frequency_penalty", asked.frequencyPenalty(), null, BigDecimal.ZERO),
                kept("logit_bias", asked.logitBias()),
                Boolean.TRUE.equals(asked.logprobs()) ? kept("logprobs", true) : asked.logprobs(),
                kept("top_logprobs", asked.topLogprobs()));
    }

    /** A value that says what the provider does anyway is left out without a word. */
    private @Nullable BigDecimal number(
            String field, @Nullable BigDecimal asked, @Nullable ValueRange range, BigDecimal own) {
        if (asked == null) {
            return null;
        }
        if (rules.stripped().contains(field)) {
            if (asked.compareTo(own) != 0) {
                losses.changed(field, STRIPPED);
            }
            return null;
        }
        var taken = range == null ? asked : range.clamp(asked);
        if (taken.compareTo(asked) != 0) {
            losses.changed(field, clamped(asked, taken));
        }
        return taken;
    }

    static String clamped(BigDecimal asked, BigDecimal taken) {
        return (taken.compareTo(asked) < 0 ? "lowered from " : "raised from ")
                + plain(asked)
                + " to "
                + plain(taken);
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private <T> @Nullable T kept(String field, @Nullable T asked) {
        if (asked == null || !rules.stripped().contains(field)) {
            return asked;
        }
        losses.changed(field, STRIPPED);
        return null;
    }

    private List<String> stops(List<String> asked) {
        if (asked.isEmpty()) {
            return asked;
        }
        if (rules.stripped().contains("stop")) {
            losses.changed("stop", STRIPPED);
            return List.of();
        }
        if (asked.size() <= rules.mostStops()) {
            return asked;
        }
        losses.changed("stop", shortened(rules.mostStops()));
        return asked.subList(0, rules.mostStops());
    }

    static String shortened(int most) {
        return "shortened to " + most + (most == 1 ? " text" : " texts");
    }

    private ChatRequest withChoice(ChatRequest request) {
        var choice = request.toolChoice();
        if (choice == null || rules.toolChoices().contains(choice.mode())) {
            return request;
        }
        if (choice.mode() == Mode.NONE) {
            return request.withTools(List.of(), null);
        }
        losses.changed(
                "tool_choice",
                "lowered from "
                        + choice.mode().name().toLowerCase(Locale.ROOT)
                        + " to auto: the target can force no tool");
        return request.withTools(request.tools(), ToolChoice.of(Mode.AUTO));
    }

    private ChatRequest withCap(ChatRequest request) {
        var cap = request.outputCap();
        if (cap == null || cap >= rules.leastCap()) {
            return request;
        }
        losses.changed("max_tokens", "raised to " + rules.leastCap());
        return request.withOutputCap(rules.leastCap());
    }

    /** A schema that the provider cannot enforce is told to the model instead. */
    private ChatRequest withFormat(ChatRequest request) {
        if (request.format() instanceof OutputFormat.Schema schema
                && rules.formats() != FormatLevel.SCHEMA) {
            var level = rules.formats() == FormatLevel.JSON ? "json_object" : "text";
            losses.changed(
                    "response_format",
                    "lowered to " + level + ": the schema is told to the model instead");
            var words = "Answer with JSON only, matching this JSON Schema: " + schema.schema();
            var messages = new ArrayList<Message>(request.messages());
            messages.add(instructions(messages), Message.text(Role.SYSTEM, words));
            return withFormat(
                    request.withMessages(messages),
                    rules.formats() == FormatLevel.JSON
                            ? new OutputFormat.Json()
                            : OutputFormat.PLAIN);
        }
        if (request.format() instanceof OutputFormat.Json && rules.formats() == FormatLevel.TEXT) {
            losses.changed("response_format", "dropped: the target promises no JSON");
            return withFormat(request, OutputFormat.PLAIN);
        }
        return request;
    }

    private static int instructions(List<Message> messages) {
        var at = 0;
        while (at < messages.size() && messages.get(at).isInstruction()) {
            at++;
        }
        return at;
    }

    private static ChatRequest withFormat(ChatRequest request, OutputFormat format) {
        return new ChatRequest(
                request.messages(),
                request.tools(),
                request.toolChoice(),
                request.parallelToolCalls(),
                request.sampling(),
                request.outputCap(),
                request.choices(),
                format,
                request.reasoning(),
                request.stream(),
                request.endUser(),
                request.extensions());
    }

    /** Leading instructions become the beginning of what the user says first. */
    private ChatRequest systemIntoUser(ChatRequest request) {
        var leading = instructions(request.messages());
        if (leading == 0) {
            return request;
        }
        losses.changed("messages", "rewritten: the user says the system's words first");
        var parts = new ArrayList<ContentPart>();
        request.messages().subList(0, leading).forEach(message -> parts.addAll(message.parts()));
        var rest = new ArrayList<>(request.messages().subList(leading, request.messages().size()));
        if (!rest.isEmpty() && rest.getFirst().role() == Role.USER) {
            parts.add(ContentPart.Text.of("\n\n"));
            parts.addAll(rest.getFirst().parts());
            rest.set(0, rest.getFirst().withParts(parts));
        } else {
            rest.addFirst(Message.of(Role.USER, parts));
        }
        return request.withMessages(rest);
    }

    /** What the user says first becomes the instructions, where they go on and none are given. */
    private ChatRequest systemFromUser(ChatRequest request) {
        var messages = new ArrayList<>(request.messages());
        var turns = messages.stream().filter(message -> message.role() == Role.USER).count();
        if (turns < 2 || messages.getFirst().role() != Role.USER) {
            return request;
        }
        losses.changed("messages", "rewritten: the system says the user's first words");
        messages.set(0, Message.of(Role.SYSTEM, messages.getFirst().parts()));
        return request.withMessages(messages);
    }
}
