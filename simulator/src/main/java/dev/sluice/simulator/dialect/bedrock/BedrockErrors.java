package dev.sluice.simulator.dialect.bedrock;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;
import java.util.Map;

/** A message in the body, the kind in a header. */
final class BedrockErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return new Refused(
                told.status(),
                Map.of(
                        "x-amzn-errortype",
                        told.codeOr(told.typeOr(kind(told.status())))
                                + ":http://internal.amazon.com/coral/"),
                Fields.of("message", told.message()));
    }

    private static String kind(int status) {
        return switch (status) {
            case 401, 403 -> "AccessDeniedException";
            case 404 -> "ResourceNotFoundException";
            case 408 -> "ModelTimeoutException";
            case 424 -> "ModelErrorException";
            case 429 -> "ThrottlingException";
            case 503 -> "ServiceUnavailableException";
            default -> status >= 500 ? "InternalServerException" : "ValidationException";
        };
    }
}
