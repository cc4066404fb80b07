package dev.sluice.control.snapshot;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;

interface ConfigVersionRepository extends Repository<ConfigVersionEntity, Long> {
    Optional<ConfigVersionEntity> findFirstByOrderByVersionDesc();

    Optional<ConfigVersionEntity> findByVersion(long version);

    List<ConfigVersionEntity> findByVersionLessThanOrderByVersionDesc(long version, Limit limit);

    ConfigVersionEntity save(ConfigVersionEntity version);
}
