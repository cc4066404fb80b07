package dev.sluice.control.people;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

interface ApiTokenRepository extends Repository<ApiTokenEntity, UUID> {
    Optional<ApiTokenEntity> findById(UUID id);

    Optional<ApiTokenEntity> findByHash(String hash);

    List<ApiTokenEntity> findByUserIdOrderByCreatedAt(UUID userId);

    ApiTokenEntity save(ApiTokenEntity token);
}
