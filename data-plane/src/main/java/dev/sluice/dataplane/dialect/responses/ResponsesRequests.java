package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.openai.RequestFields;
import dev.sluice.dataplane.dialect.responses.answer.ResponseObject;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** Requests of the dialect. The gateway keeps no answers: what would need one is refused. */
final class ResponsesRequests implements RequestCodec {
    private static final String CAP = "max_output_tokens";

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        var alias = RequestFields.requiredText(body, "model");
        var input = body.span("input");
        if (input == null
                || (input.token() != JsonToken.VALUE_STRING
                        && input.token() != JsonToken.START_ARRAY)) {
            throw RequestFields.wrong("input", "must be a text or an array of items");
        }
        refuseState(body);
        return new Envelope(
                alias,
                RequestFields.flag(body, "stream"),
                true,
                cap(body),
                CAP,
                1,
                1,
                RequestFields.isFilledArray(body, "tools"),
                RequestFields.mentions(body, input, "input_image"),
                endUser(body));
    }

    private static @Nullable Long cap(JsonFields body) {
        if (!RequestFields.isGiven(body, CAP)) {
            return null;
        }
        var cap = RequestFields.wholeNumber(body, CAP, Long.MAX_VALUE);
        if (cap < ResponsesRequestWriter.LEAST_CAP) {
            throw RequestFields.wrong(CAP, "must be at least " + ResponsesRequestWriter.LEAST_CAP);
        }
        return cap;
    }

    private static @Nullable String endUser(JsonFields body) {
        var named = RequestFields.text(body, "safety_identifier");
        return named != null ? named : RequestFields.text(body, "user");
    }

    private static void refuseState(JsonFields body) {
        refuse(
                body,
                "previous_response_id",
                "This gateway keeps no responses. Send the items of the conversation in 'input'"
                        + " instead of 'previous_response_id'.");
        refuse(
                body,
                "conversation",
                "This gateway keeps no conversations. Send their items in 'input' instead of"
                        + " 'conversation'.");
        if (RequestFields.flag(body, "background")) {
            throw new GatewayFailure.Unsupported(
                    "This gateway keeps no responses, so that none can be fetched later. Leave out"
                            + " 'background' and read the answer, or stream it.",
                    "background");
        }
    }

    private static void refuse(JsonFields body, String field, String why) {
        if (RequestFields.isGiven(body, field)) {
            throw new GatewayFailure.Unsupported(why, field);
        }
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        return ResponsesRequestReader.read(body);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        return ResponsesRequestWriter.write(request, target, losses);
    }

    @Override
    public ChatRequest echoed(ChatRequest request) {
        return request.withMessages(ResponseObject.instructionsIn(request));
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var model = body.span("model");
        if (model != null) {
            patch.replace(model.from(), model.to(), ForeignJson.quoted(target.model()));
        }
        var cap = target.outputCap();
        var asked = target.capAsked();
        if (cap == null || (asked != null && cap >= asked)) {
            return;
        }
        var digits =
                Long.toString(Math.max(cap, ResponsesRequestWriter.LEAST_CAP))
                        .getBytes(StandardCharsets.US_ASCII);
        var span = body.span(CAP);
        if (span != null) {
            patch.replace(span.from(), span.to(), digits);
        } else {
            patch.insertField(body, CAP, digits);
        }
    }
}
