package dev.sluice.control.access;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface AppKeyRepository extends Repository<AppKeyEntity, UUID> {
    Optional<AppKeyEntity> findByHash(String hash);

    @Query("select k from AppKeyEntity k where k.path = :path and k.state <> 'revoked'")
    Optional<AppKeyEntity> findLiving(String path);

    /** Living ones from one path (inclusive) to another (exclusive). */
    @Query(
            "select k from AppKeyEntity k where k.path >= :from and k.path < :to"
                    + " and k.state <> 'revoked' order by k.path")
    List<AppKeyEntity> findLiving(String from, String to);

    @Query("select k from AppKeyEntity k where k.state <> 'revoked' order by k.path")
    List<AppKeyEntity> findAllLiving();

    @Query("select k from AppKeyEntity k where k.revokedAt >= :since")
    List<AppKeyEntity> findRevokedSince(Instant since);

    /** Paths of those to be forgotten, from one path (inclusive) to another (exclusive). */
    @Query(
            "select k.path from AppKeyEntity k where k.path >= :from and k.path < :to"
                    + " and k.state <> 'revoked' and k.forgetAfter < :now")
    List<String> findToForget(String from, String to, Instant now);

    @Query("select coalesce(max(k.chunk), 0) from AppKeyEntity k where k.tenant = :tenant")
    int newestChunk(String tenant);

    long countByTenantAndChunk(String tenant, int chunk);

    @Query("select k from AppKeyEntity k where k.path in :paths and k.state <> 'revoked'")
    List<AppKeyEntity> findLivingIn(Collection<String> paths);
}
