package dev.sluice.simulator.exchange;

import dev.sluice.simulator.books.Books;
import dev.sluice.simulator.books.CallFacts;
import dev.sluice.simulator.books.ReceivedHeaders;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that has arrived whole and is not in the books yet. */
public record Incoming(
        Vertx vertx,
        Books books,
        HttpServerRequest request,
        String path,
        String lane,
        Buffer body) {

    /** Enters the call in the books. */
    public Exchange begin(
            String model,
            String requestedModel,
            boolean stream,
            @Nullable Integer outputCap,
            @Nullable String user) {
        CallFacts facts =
                new CallFacts(
                        path,
                        lane,
                        model,
                        requestedModel,
                        stream,
                        outputCap,
                        user,
                        body.length(),
                        ReceivedHeaders.forBooks(request.headers()));
        return new Exchange(vertx, request, books.begin(facts));
    }

    /** Answers a request that names no model and so has no place in the books. */
    public void refuse(int status, Map<String, String> headers, Buffer body) {
        HttpServerResponse response = request.response().setStatusCode(status);
        headers.forEach(response::putHeader);
        response.putHeader("content-type", "application/json").end(body);
    }

    /**
     * The scripts that belong to this call alone, the nearest last; {@code ownScript} is a
     * recording's.
     */
    public List<String> nearer(
            String ownScript, @Nullable String modelScript, List<String> promptScript) {
        List<String> texts = new ArrayList<>();
        if (!ownScript.isEmpty()) {
            texts.add(ownScript);
        }
        if (modelScript != null) {
            texts.add(modelScript);
        }
        texts.addAll(request.headers().getAll("x-sim"));
        texts.addAll(promptScript);
        return texts;
    }
}
