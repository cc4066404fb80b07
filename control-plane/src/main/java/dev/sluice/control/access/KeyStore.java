package dev.sluice.control.access;

import dev.sluice.control.access.AppliedKeys.KeyChunk;
import dev.sluice.control.access.AppliedKeys.RevokedKey;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import jakarta.persistence.EntityManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Keeps issued keys and hands them out as the nodes know them. */
@Service
public class KeyStore {
    /** So long a node still recognises a revoked key and can say that it was revoked. */
    private static final Duration REMEMBERED = Duration.ofDays(30);

    private static final int SLICE = 1_000;

    /**
     * Keys of a part. A change of one key sends its part and a head that names all parts: with this
     * many, neither outweighs the other at 100 000 keys.
     */
    private static final int CHUNK_KEYS = 250;

    private final AppKeyRepository keys;
    private final EntityManager entities;
    private final JdbcClient database;
    private final Clock clock;

    KeyStore(AppKeyRepository keys, EntityManager entities, JdbcClient database, Clock clock) {
        this.keys = keys;
        this.entities = entities;
        this.database = database;
        this.clock = clock;
    }

    /** The key that is in use or suspended at the path. */
    @Transactional(readOnly = true)
    public Optional<IssuedKey> living(String path) {
        return keys.findLiving(path).map(AppKeyEntity::toKey);
    }

    /** Those at and below a path, by path. */
    @Transactional(readOnly = true)
    public List<IssuedKey> livingAtOrBelow(String path) {
        return keys.findLiving(path, path + "0").stream()
                .filter(key -> key.path.equals(path) || key.path.startsWith(path + "/"))
                .map(AppKeyEntity::toKey)
                .toList();
    }

    /** Hash of every living key, by path. */
    @Transactional(readOnly = true)
    public Map<String, String> livingHashes() {
        return keys.findAllLiving().stream().collect(Collectors.toMap(k -> k.path, k -> k.hash));
    }

    /** Paths of the short-lived keys below a key that ended long ago. */
    @Transactional(readOnly = true)
    public List<String> toForget(String path, Instant now) {
        return keys.findToForget(path + "/", path + "0", now);
    }

    /** Path and state of whoever has this hash, revoked ones included. */
    @Transactional(readOnly = true)
    public Optional<IssuedKey> withHash(String hash) {
        return keys.findByHash(hash).map(AppKeyEntity::toKey);
    }

    /** Keys revoked since an instant. */
    @Transactional(readOnly = true)
    public List<RevokedKey> revokedSince(Instant since) {
        return keys.findRevokedSince(since).stream().map(KeyStore::revokedKey).toList();
    }

    private static RevokedKey revokedKey(AppKeyEntity key) {
        return new RevokedKey(key.tenant, key.id.toString());
    }

    /**
     * Makes the changes, in their order.
     *
     * @param touched paths whose rules changed, so that their parts are built anew too
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public AppliedKeys apply(List<KeyChange> changes, Collection<String> touched, String author) {
        var chunks = new HashSet<KeyChunk>();
        var revoked = new ArrayList<RevokedKey>();
        var rooms = new HashMap<String, Room>();
        var issued = new HashSet<String>();
        for (var change : changes) {
            switch (change) {
                case KeyChange.Issue issue -> {
                    chunks.add(issue(issue, author, rooms));
                    issued.add(issue.path());
                }
                case KeyChange.Revoke revoke ->
                        keys.findLiving(revoke.path())
                                .ifPresent(key -> {
                                    end(key);
                                    chunks.add(chunkOf(key));
                                    revoked.add(revokedKey(key));
                                });
                case KeyChange.SetState set -> chunks.addAll(setState(set));
                case KeyChange.Forget forget ->
                        keys.findLiving(forget.path())
                                .ifPresent(key -> {
                                    entities.remove(key);
                                    chunks.add(chunkOf(key));
                                });
            }
        }
        var others = touched.stream().filter(path -> !issued.contains(path)).toList();
        for (var start = 0; start < others.size(); start += SLICE) {
            var slice = others.subList(start, Math.min(start + SLICE, others.size()));
            keys.findLivingIn(slice).forEach(key -> chunks.add(chunkOf(key)));
        }
        return new AppliedKeys(chunks, revoked);
    }

    private KeyChunk issue(KeyChange.Issue issue, String author, Map<String, Room> rooms) {
        var key = new AppKeyEntity();
        key.id = Uuid7.next(clock);
        key.hash = issue.hash();
        key.tenant = KeyPath.parse(issue.path()).tenant();
        key.path = issue.path();
        key.state = KeyState.ACTIVE.text();
        key.hint = issue.hint();
        key.chunk = rooms.computeIfAbsent(key.tenant, this::room).take();
        key.issuedAt = clock.instant();
        key.issuedBy = author;
        key.forgetAfter = issue.forgetAfter();
        entities.persist(key);
        return chunkOf(key);
    }

    private Room room(String tenant) {
        var newest = keys.newestChunk(tenant);
        return new Room(newest, keys.countByTenantAndChunk(tenant, newest));
    }

    /**
     * Where the next key of a tenant goes. A key stays in its chunk for good, so that one change
     * never moves others between parts.
     */
    private static final class Room {
        private int chunk;
        private long count;

        Room(int chunk, long count) {
            this.chunk = chunk;
            this.count = count;
        }

        int take() {
            if (count >= CHUNK_KEYS) {
                chunk++;
                count = 0;
            }
            count++;
            return chunk;
        }
    }

    private void end(AppKeyEntity key) {
        key.state = KeyState.REVOKED.text();
        key.revokedAt = clock.instant();
        // At once: Hibernate would write a new key of the same path before it.
        entities.flush();
    }

    /** The chunks of the key and of its sub-keys, which rest with it. */
    private List<KeyChunk> setState(KeyChange.SetState set) {
        var affected = keys.findLiving(set.path(), set.path() + "0");
        for (var key : affected) {
            if (key.path.equals(set.path())) {
                key.state = set.state().text();
            }
        }
        return affected.stream().map(KeyStore::chunkOf).distinct().toList();
    }

    private static KeyChunk chunkOf(AppKeyEntity key) {
        return new KeyChunk(key.tenant, key.chunk);
    }

    /** Every part of keys that there is. */
    @Transactional(readOnly = true)
    public List<KeyChunk> chunks() {
        return database.sql("select distinct tenant, chunk from app_key order by tenant, chunk")
                .query((row, n) -> new KeyChunk(row.getString("tenant"), row.getInt("chunk")))
                .list();
    }

    /** The keys of a part as nodes know them, in the order of their issue. */
    @Transactional(propagation = Propagation.MANDATORY, readOnly = true)
    public List<KeyGrant> grants(KeyChunk chunk) {
        return database.sql(
                        """
                        select k.id, k.hash, k.path, k.state, k.issued_at, d.kind, d.body,
                               p.state as parent_state
                        from app_key k
                        left join config_document d
                               on d.path = k.path and d.kind in ('key', 'sub-key')
                        left join app_key p
                               on p.path = substring(k.path from '^([^/]+/[^/]+/[^/]+)/')
                              and p.state <> 'revoked'
                        where k.tenant = ? and k.chunk = ?
                          and (k.state <> 'revoked'
                               or k.revoked_at > ? and (k.forget_after is null or k.forget_after > ?))
                        order by k.id
                        """)
                .params(
                        chunk.tenant(),
                        chunk.chunk(),
                        Timestamp.from(clock.instant().minus(REMEMBERED)),
                        Timestamp.from(clock.instant()))
                .query((row, n) -> grant(row))
                .list();
    }

    private static KeyGrant grant(ResultSet row) throws SQLException {
        var own = state(row.getString("state"));
        var parent = row.getString("parent_state");
        var rests = own == KeyState.ACTIVE && KeyState.SUSPENDED.text().equals(parent);
        return new KeyGrant(
                row.getString("id"),
                row.getString("hash"),
                KeyPath.parse(row.getString("path")),
                rests ? KeyState.SUSPENDED : own,
                row.getTimestamp("issued_at").toInstant(),
                own == KeyState.REVOKED
                        ? AccessRules.NONE
                        : rules(row.getString("kind"), row.getString("body")));
    }

    private static AccessRules rules(@Nullable String kind, @Nullable String body) {
        if (kind == null || body == null) {
            return AccessRules.NONE;
        }
        Class<? extends Scope> type = kind.equals("key") ? AppKey.class : SubKey.class;
        Scope scope = SluiceJson.mapper().readValue(body, type);
        return scope.rulesOrNone();
    }

    private static KeyState state(String text) {
        return KeyState.valueOf(text.toUpperCase(Locale.ROOT));
    }
}
