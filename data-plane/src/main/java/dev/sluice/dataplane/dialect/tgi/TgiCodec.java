package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;

/** HuggingFace's Text Generation Inference. */
public final class TgiCodec extends DialectCodec {
    public TgiCodec() {
        super(
                new TgiRequests(),
                new TgiReplies(),
                new TgiStreams(),
                new MessageErrors(
                        told ->
                                SluiceJson.mapper()
                                        .createObjectNode()
                                        .put("error", told.message())
                                        .put("error_type", type(told.code()))
                                        .put("code", told.code().code()),
                        "data:",
                        "\n\n"));
    }

    /** Only a request for details of the prompt makes the server count it. */
    @Override
    protected boolean mayHideInput() {
        return true;
    }

    /** The server's own words for kinds of errors. */
    static String type(ErrorCode code) {
        return switch (code) {
            case INVALID_REQUEST,
                    UNSUPPORTED,
                    CONTEXT_LENGTH_EXCEEDED,
                    CONTENT_FILTERED,
                    REQUEST_TOO_LARGE,
                    UNSUPPORTED_ENDPOINT,
                    MODEL_NOT_FOUND ->
                    "validation";
            case INVALID_API_KEY, MODEL_NOT_ALLOWED -> "authentication";
            case RATE_LIMIT_EXCEEDED, QUOTA_EXCEEDED, BUDGET_HELD, GATEWAY_OVERLOADED ->
                    "overloaded";
            case STREAM_INCOMPLETE -> "incomplete_generation";
            case INTERNAL_ERROR,
                    UPSTREAM_INVALID_RESPONSE,
                    UPSTREAM_UNAVAILABLE,
                    UPSTREAM_TIMEOUT ->
                    "generation";
        };
    }
}
