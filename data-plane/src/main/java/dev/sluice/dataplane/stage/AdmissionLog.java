package dev.sluice.dataplane.stage;

import dev.sluice.model.quota.HeldCall;
import io.vertx.core.Future;
import java.util.UUID;

/** Remembers on the node's own disk what the shared store cannot. */
public interface AdmissionLog {
    /**
     * Notes a call that was admitted without the shared store, before it goes upstream: if the node
     * dies, its next start books the call as abandoned.
     */
    Future<Void> recordAdmission(UUID id, HeldCall held);

    /** Whether no more calls may be taken on, since their events would have no place. */
    boolean isFull();
}
