package dev.sluice.control.snapshot;

import dev.sluice.control.access.AppliedKeys.RevokedKey;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Wakes those who carry a version further, as soon as it is committed and not before. */
@Component
class PublicationSignal {
    private final KafkaRelay relay;
    private final RevocationSet revocations;

    PublicationSignal(KafkaRelay relay, RevocationSet revocations) {
        this.relay = relay;
        this.revocations = revocations;
    }

    void afterCommit(List<RevokedKey> revoked) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        relay.wake();
                        revocations.add(revoked);
                    }
                });
    }
}
