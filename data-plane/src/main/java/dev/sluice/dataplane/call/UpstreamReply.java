package dev.sluice.dataplane.call;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/** The head of an upstream's answer; its body waits until somebody resumes it. */
public final class UpstreamReply {
    private final HttpClientRequest request;
    private final HttpClientResponse response;

    /** The response must be paused. */
    public UpstreamReply(HttpClientRequest request, HttpClientResponse response) {
        this.request = request;
        this.response = response;
    }

    public int status() {
        return response.statusCode();
    }

    public MultiMap headers() {
        return response.headers();
    }

    public @Nullable String contentType() {
        return response.getHeader("content-type");
    }

    /** The body, as a stream that is paused at first. */
    public HttpClientResponse body() {
        return response;
    }

    /** Ends the exchange now; an unfinished one takes its connection along. */
    public void cancel() {
        request.reset();
    }

    /** The connection is not to be used again, though the answer was read to its end. */
    public void dropConnection() {
        request.connection().close();
    }
}
