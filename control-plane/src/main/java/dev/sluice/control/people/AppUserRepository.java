package dev.sluice.control.people;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

interface AppUserRepository extends Repository<AppUserEntity, UUID> {
    Optional<AppUserEntity> findById(UUID id);

    Optional<AppUserEntity> findByName(String name);

    List<AppUserEntity> findAllByOrderByName();

    AppUserEntity save(AppUserEntity user);

    void delete(AppUserEntity user);

    long count();
}
