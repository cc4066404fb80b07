package dev.sluice.control.secrets;

import java.util.List;
import org.springframework.data.repository.Repository;

interface UpstreamSecretRepository extends Repository<UpstreamSecretEntity, String> {
    List<UpstreamSecretEntity> findByUpstream(String upstream);

    List<UpstreamSecretEntity> findByRetiredAtIsNull();

    UpstreamSecretEntity save(UpstreamSecretEntity secret);
}
