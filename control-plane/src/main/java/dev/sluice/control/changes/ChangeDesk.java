package dev.sluice.control.changes;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.rules.PublicationRules;
import dev.sluice.control.rules.RateRules;
import dev.sluice.control.rules.RuleFault;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.Origin;
import dev.sluice.control.snapshot.Publisher;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.snapshot.Installation;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Opens a change set on the published state, and publishes it when it keeps the rules. */
@Service
public class ChangeDesk {
    private final DocumentStore documents;
    private final VersionStore versions;
    private final Publisher publisher;
    private final Clock clock;

    ChangeDesk(DocumentStore documents, VersionStore versions, Publisher publisher, Clock clock) {
        this.documents = documents;
        this.versions = versions;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** A change set on everything that is published; others wait until the transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public ChangeSet open() {
        publisher.begin();
        return new ChangeSet(documents.load());
    }

    /** The same for changes to keys at and below a path, without loading all others. */
    @Transactional(propagation = Propagation.MANDATORY)
    public ChangeSet openAround(String keyPath) {
        publisher.begin();
        return new ChangeSet(documents.loadAround(keyPath));
    }

    /** What keeps the change set from being published. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<RuleFault> faults(ChangeSet changes, Origin origin) {
        return faults(changes, origin, installation());
    }

    /** The same with another word on the installation as a whole. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<RuleFault> faults(ChangeSet changes, Origin origin, Installation installation) {
        return PublicationRules.check(
                changes.after(),
                changes.documents(),
                installation,
                documents::lastPublished,
                origin != Origin.ROLLBACK,
                clock.instant());
    }

    /** Publishes, or fails with every fault; of the document in focus only the field is named. */
    @Transactional(propagation = Propagation.MANDATORY)
    public long publish(
            ChangeSet changes, Origin origin, @Nullable String comment, @Nullable String focus) {
        return publish(changes, origin, comment, focus, installation());
    }

    /** The same with another word on the installation as a whole. */
    @Transactional(propagation = Propagation.MANDATORY)
    public long publish(
            ChangeSet changes,
            Origin origin,
            @Nullable String comment,
            @Nullable String focus,
            Installation installation) {
        var faults = faults(changes, origin, installation);
        if (!faults.isEmpty()) {
            throw Refusal.invalid(
                    "the config would break rules",
                    faults.stream().map(fault -> at(fault, focus)).toList());
        }
        return publisher.publish(changes.publication(origin, comment, installation));
    }

    /** What keeps the installation's currency and rates from becoming others, by field. */
    public Map<String, String> installationFaults(Installation booked, Installation wanted) {
        return RateRules.check(booked.rates(), wanted.rates(), clock.instant());
    }

    /** What everything is booked in. */
    @Transactional(readOnly = true)
    public String currency() {
        return installation().currency();
    }

    /** What is published of the installation as a whole. */
    @Transactional(readOnly = true)
    public Installation installation() {
        return versions.current().map(ConfigVersion::installation).orElse(Installation.DEFAULT);
    }

    private static FaultAt at(RuleFault fault, @Nullable String focus) {
        if (fault.documentId().equals(focus)) {
            return new FaultAt(null, fault.field(), fault.message());
        }
        var place = fault.documentId() + (fault.field().isEmpty() ? "" : " " + fault.field());
        return new FaultAt(null, place, fault.message());
    }
}
