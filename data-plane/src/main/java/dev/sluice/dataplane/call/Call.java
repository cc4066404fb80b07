package dev.sluice.dataplane.call;

import dev.sluice.dataplane.arrival.AskedTier;
import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.form.Upload;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request that was read: stage 1's gift to the others.
 *
 * @param id UUID version 7: event id and reservation id
 * @param startedNanos {@link System#nanoTime} at the request's first byte
 * @param keyHash SHA-256 of the key that was presented, in lower-case hex; null where none was
 * @param door the way it came in
 * @param body the caller's bytes and the places of their top-level values; of a form, its text
 *     fields as such an object
 * @param serviceTier the one asked for, kept since the body may be let go before the call is
 *     priced; null where that is left to the provider
 * @param upload the form that the request came as; null where the body is the request
 * @param snapshot the version this call lives by, from birth to end
 */
public record Call(
        UUID id,
        String requestId,
        String traceId,
        @Nullable String traceparent,
        Instant startedAt,
        long startedNanos,
        Door door,
        CallerWishes wishes,
        JsonFields body,
        Envelope envelope,
        @Nullable String keyHash,
        String clientAddress,
        Snapshot snapshot,
        @Nullable Upload upload,
        @Nullable String serviceTier) {
    /** One that asks for the service tier that its body names. */
    public Call(
            UUID id,
            String requestId,
            String traceId,
            @Nullable String traceparent,
            Instant startedAt,
            long startedNanos,
            Door door,
            CallerWishes wishes,
            JsonFields body,
            Envelope envelope,
            @Nullable String keyHash,
            String clientAddress,
            Snapshot snapshot,
            @Nullable Upload upload) {
        this(
                id,
                requestId,
                traceId,
                traceparent,
                startedAt,
                startedNanos,
                door,
                wishes,
                body,
                envelope,
                keyHash,
                clientAddress,
                snapshot,
                upload,
                AskedTier.of(body));
    }

    /** A request whose body is an object. */
    public Call(
            UUID id,
            String requestId,
            String traceId,
            @Nullable String traceparent,
            Instant startedAt,
            long startedNanos,
            Door door,
            CallerWishes wishes,
            JsonFields body,
            Envelope envelope,
            @Nullable String keyHash,
            String clientAddress,
            Snapshot snapshot) {
        this(
                id,
                requestId,
                traceId,
                traceparent,
                startedAt,
                startedNanos,
                door,
                wishes,
                body,
                envelope,
                keyHash,
                clientAddress,
                snapshot,
                null);
    }

    /** The dialect that the caller speaks. */
    public Dialect dialect() {
        return door.dialect();
    }

    /** The same call for an alias that it did not name. */
    public Call withAlias(String alias) {
        return new Call(
                id,
                requestId,
                traceId,
                traceparent,
                startedAt,
                startedNanos,
                door,
                wishes,
                body,
                envelope.withAlias(alias),
                keyHash,
                clientAddress,
                snapshot,
                upload,
                serviceTier);
    }

    /** Of what the caller sent. */
    public int bodyBytes() {
        return upload == null ? body.length() : upload.form().bytes().length;
    }

    /** How long the sound is that the caller sent. */
    public long soundMs() {
        return upload == null ? 0 : upload.soundMs();
    }

    public Operation operation() {
        return door.operation();
    }

    public long elapsedMs() {
        return (System.nanoTime() - startedNanos) / 1_000_000;
    }
}
