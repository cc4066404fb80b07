package dev.sluice.control.snapshot;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.SnapshotHead;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.data.domain.Limit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;

/** Keeps versions and their parts, and puts into the outbox what the nodes do not have yet. */
@Service
public class VersionStore {
    private static final TypeReference<List<PartRef>> PARTS = new TypeReference<>() {};

    private final ConfigVersionRepository versions;
    private final PartBuilder builder;
    private final Outbox outbox;
    private final JdbcClient database;
    private final Clock clock;

    VersionStore(
            ConfigVersionRepository versions,
            PartBuilder builder,
            Outbox outbox,
            JdbcClient database,
            Clock clock) {
        this.versions = versions;
        this.builder = builder;
        this.outbox = outbox;
        this.database = database;
        this.clock = clock;
    }

    /** The newest version; 0 when nothing was ever published. */
    @Transactional(readOnly = true)
    public long currentVersion() {
        return current().map(ConfigVersion::version).orElse(0L);
    }

    @Transactional(readOnly = true)
    public Optional<ConfigVersion> current() {
        return versions.findFirstByOrderByVersionDesc().map(ConfigVersionEntity::toVersion);
    }

    @Transactional(readOnly = true)
    public Optional<ConfigVersion> find(long version) {
        return versions.findByVersion(version).map(ConfigVersionEntity::toVersion);
    }

    /** Those below a version, newest first. */
    @Transactional(readOnly = true)
    public List<ConfigVersion> before(long version, int most) {
        return versions.findByVersionLessThanOrderByVersionDesc(version, Limit.of(most)).stream()
                .map(ConfigVersionEntity::toVersion)
                .toList();
    }

    /** Builds the parts that changed, takes over the others, and queues what is new. */
    @Transactional(propagation = Propagation.MANDATORY)
    void record(long version, String author, Publication publication, Publisher.Affected affected) {
        var before = versions.findFirstByOrderByVersionDesc();
        var isFirst = before.isEmpty();
        var parts = new TreeMap<String, PartRef>();
        before.ifPresent(last -> refs(last).forEach(ref -> parts.put(ref.label(), ref)));
        var sent = parts.values().stream().map(PartRef::hash).collect(Collectors.toSet());
        var otherInstallation =
                before.map(last ->
                                !last.toVersion().installation().equals(publication.installation()))
                        .orElse(false);
        var built = new ArrayList<BuiltPart>();
        if (isFirst || otherInstallation || affected.catalogue()) {
            built.add(builder.catalogue(publication.after(), publication.installation()));
        }
        for (var tenant : affected.tenants()) {
            parts.remove(PartBuilder.tenantLabel(tenant));
            builder.tenant(publication.after(), tenant).ifPresent(built::add);
        }
        for (var chunk : affected.keys().chunks()) {
            var label = PartBuilder.keysLabel(chunk);
            parts.keySet().removeIf(it -> it.startsWith(label));
            built.addAll(builder.keys(chunk));
        }
        for (var part : built) {
            parts.put(part.label(), part.ref());
            store(part);
            // Also one that is back from an older version: nodes may have let go of it.
            if (!sent.contains(part.hash())) {
                outbox.part(part.hash(), part.body());
            }
        }
        saveHead(version, author, publication, List.copyOf(parts.values()));
    }

    private void store(BuiltPart part) {
        database.sql(
                        """
                        insert into config_part (hash, label, body, created_at)
                        values (?, ?, ?, ?) on conflict (hash) do nothing
                        """)
                .params(part.hash(), part.label(), part.body(), Timestamp.from(clock.instant()))
                .update();
    }

    private void saveHead(
            long version, String author, Publication publication, List<PartRef> parts) {
        var row = new ConfigVersionEntity();
        row.version = version;
        row.publishedAt = clock.instant();
        row.author = author;
        row.comment = publication.comment();
        row.origin = publication.origin().text();
        row.currency = publication.installation().currency();
        row.currencies =
                SluiceJson.mapper().writeValueAsString(publication.installation().rates().rates());
        row.trustedProxies = String.join(",", publication.installation().trustedProxies());
        row.contacts =
                SluiceJson.mapper().writeValueAsString(publication.installation().contacts());
        row.parts = SluiceJson.mapper().writeValueAsString(parts);
        row.sha256 = hashOf(parts);
        versions.save(row);
        outbox.head(head(row));
    }

    /** Over the part hashes alone, as a node that holds a head can do it again. */
    private static String hashOf(List<PartRef> parts) {
        var hashes = parts.stream().map(PartRef::hash).collect(Collectors.joining("\n"));
        return BuiltPart.sha256(hashes.getBytes(StandardCharsets.UTF_8));
    }

    private static SnapshotHead head(ConfigVersionEntity row) {
        return new SnapshotHead(
                1,
                row.version,
                row.publishedAt,
                row.author,
                row.comment,
                row.sha256,
                refs(row).stream().map(PartRef::hash).toList());
    }

    private static List<PartRef> refs(ConfigVersionEntity row) {
        return SluiceJson.mapper().readValue(row.parts, PARTS);
    }

    /** Queues the whole current version again, for a Kafka that has lost its topics. */
    @Transactional
    void queueCurrentAgain() {
        versions.findFirstByOrderByVersionDesc()
                .ifPresent(row -> {
                    for (var ref : refs(row)) {
                        outbox.part(ref.hash(), body(ref.hash()));
                    }
                    outbox.head(head(row));
                });
    }

    private byte[] body(String hash) {
        return database.sql("select body from config_part where hash = ?")
                .param(hash)
                .query((row, n) -> row.getBytes("body"))
                .single();
    }
}
