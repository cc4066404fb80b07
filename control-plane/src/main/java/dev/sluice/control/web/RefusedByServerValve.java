package dev.sluice.control.web;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers for requests that never reach the application, such as those with a broken path. */
final class RefusedByServerValve extends ErrorReportValve {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedByServerValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        var status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        var error =
                status < 500
                        ? ApiError.of("invalid_request", "the request line or a header is broken")
                        : ApiError.of("internal_error", "the control plane failed");
        try {
            response.setContentType("application/json");
            response.getOutputStream().write(SluiceJson.mapper().writeValueAsBytes(error));
            response.finishResponse();
        } catch (IOException gone) {
            LOG.debug("the client did not wait for its answer: {}", gone.getMessage());
        }
    }
}
