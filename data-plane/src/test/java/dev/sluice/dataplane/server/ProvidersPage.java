package dev.sluice.dataplane.server;

import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.upstream.provider.ParameterRules;
import dev.sluice.dataplane.upstream.provider.ParameterRules.FormatLevel;
import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.dataplane.upstream.provider.ValueRange;
import dev.sluice.model.route.PromptRules.Instructions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the page about providers from the table and what the exam came to. */
final class ProvidersPage {
    /** What a row has shown. */
    record Marks(boolean chat, boolean tools) {}

    /** What comparisons of official SDKs, directly and through the gateway, do not find alike. */
    private static final String DIFFERENCES =
            """
            ## Where an answer is not what the upstream sent

            Official SDKs over recorded traffic see through the gateway what they see directly, or its translation. Where they do
            not, it is on purpose:

            | the upstream | the caller | why |
            | --- | --- | --- |
            | finishes a choice twice, or in every chunk | gets `null` from the second finish on | clients act at each finish |
            | says `stop` after calls, `""`, an unknown word, or `[DONE]` without a finish | gets `tool_calls`, the nearest word, a finish | agents branch on it, strict clients fail at other words |
            | sends an error in a 200 before any content or as a whole body, or gives up (`OTHER`, `error`, `network_error`) there | gets an HTTP error of the status that it stands for | another target may serve; a success must be one |
            | sends a 200 that is no answer: no JSON, another dialect's body, a response still queued, other vectors than texts | gets a 502 | as above |
            | ends a stream without a finish and without a terminator, or gives up after content | gets the error `stream_incomplete`, in the same dialect the upstream's own | half an answer must not look whole |
            | ends with its terminator, or whole, without a finish, in a dialect whose servers always tell one (Anthropic, Gemini, Bedrock, Cohere, DashScope) | gets the finish `interrupted` in another dialect, `stream_incomplete` where calls were streamed | nobody said that it ended by itself; OpenAI's, Ollama's, TGI's and Qianfan's servers are known to leave it out: there it is `stop` |
            | cuts the name of a call into pieces | gets it whole in another dialect | only OpenAI's chat has pieces |
            | sends several choices, pictures or code that the caller's dialect cannot say | gets the rest; `X-Sluice-Warnings` names them if they came before the first content | nothing is lost in silence |
            | goes on after the terminator (two answers in one body) | gets the first answer | nothing follows a terminator |
            | leaves out blank lines between or after its events | gets them as events | SDKs lose them |
            | tells more cached than input tokens, or more reasoning than output | gets the part lowered to the whole | a difference would be negative, and so a price |
            | adds a `function_call` without a name to every message | gets no call | nobody can answer it |
            | calls tools without ids, or with `""` for arguments | gets ids, `{}` | a result must name its call, arguments are JSON |
            | calls a function of a `namespace` | of another dialect gets `namespace__name` | names alone may be two functions' |
            | tells an event's type only by its name | gets it in the JSON, too | SDKs look there |
            | answers with a 5xx but 529 | gets the gateway's own error with the upstream's words in it | the fault is not the caller's |
            | refuses the gateway's secret, or is down, as the last one left | gets a 429 or 503 at once but for one call a second | it would only be burdened |
            """;

    private ProvidersPage() {}

    static String write(Map<String, Marks> sat) {
        var page = new StringBuilder();
        page.append("# Providers\n\n")
                .append("Made from the provider table and the exam that every row sits")
                .append(" (`ProviderExamIT`); change those, then run it with")
                .append(" `-Dfixtures.update=true`.\n\n")
                .append("Chat means: a plain answer, a stream with usage, missing usage counted,")
                .append(" a stream cut off told as such, faults and 429 told as such.\n\n")
                .append("| provider | dialect | address | exchange | chat | tools | parameters |\n")
                .append("| --- | --- | --- | --- | --- | --- | --- |\n");
        for (var row : Providers.all()) {
            var marks = sat.get(row.name());
            page.append("| `")
                    .append(row.name())
                    .append("` | ")
                    .append(row.dialect().text())
                    .append(" | ")
                    .append(row.baseUrl() == null ? "your own" : row.baseUrl())
                    .append(" | ")
                    .append(exchange(row))
                    .append(" | ")
                    .append(marks.chat() ? "yes" : "not yet")
                    .append(" | ")
                    .append(marks.tools() ? "yes" : "no")
                    .append(" | ")
                    .append(parameters(row))
                    .append(" |\n");
        }
        return page.append("\nNot served yet: `grpc-oip`.\n\n").append(DIFFERENCES).toString();
    }

    /** What becomes of a secret in the form of that exchange, where the config says nothing. */
    private static String exchange(Provider row) {
        var exchange = row.exchange();
        return exchange == null ? "none" : "`" + exchange.source().type().text() + "`";
    }

    private static String parameters(Provider row) {
        var all = new ArrayList<String>();
        var own = words(row.rules());
        if (!own.isEmpty()) {
            all.add(own);
        }
        row.rulesByModel()
                .forEach((prefixes, rules) -> all.add("`" + prefixes + "`: " + words(rules)));
        return all.isEmpty() ? "as they come" : String.join("; ", all);
    }

    private static String words(ParameterRules rules) {
        var words = new ArrayList<String>();
        if (rules.temperature() != null) {
            words.add("temperature " + range(rules.temperature()));
        }
        if (rules.topP() != null) {
            words.add("top_p " + range(rules.topP()));
        }
        if (rules.mostStops() < Integer.MAX_VALUE) {
            words.add("at most " + rules.mostStops() + " stop");
        }
        new TreeMap<>(rules.renamed()).forEach((from, to) -> words.add(from + " as " + to));
        if (!rules.stripped().isEmpty()) {
            words.add("no " + String.join(", ", new TreeSet<>(rules.stripped())));
        }
        if (rules.toolChoices().size() < Mode.values().length) {
            words.add("tool_choice " + String.join(" or ", modes(rules)));
        }
        if (rules.formats() != FormatLevel.SCHEMA) {
            words.add("schemas told to the model");
        }
        if (rules.leastCap() > 1) {
            words.add("cap from " + rules.leastCap());
        }
        if (rules.instructions() == Instructions.INTO_USER) {
            words.add("instructions said by the user");
        }
        return String.join(", ", words);
    }

    private static List<String> modes(ParameterRules rules) {
        return Arrays.stream(Mode.values())
                .filter(rules.toolChoices()::contains)
                .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String range(ValueRange range) {
        return (range.lowOpen() ? "(" : "[")
                + range.low().toPlainString()
                + ", "
                + range.high().toPlainString()
                + (range.highOpen() ? ")" : "]");
    }
}
