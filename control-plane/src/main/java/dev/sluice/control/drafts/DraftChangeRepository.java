package dev.sluice.control.drafts;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

interface DraftChangeRepository extends Repository<DraftChangeEntity, DraftChangeEntity.Key> {
    List<DraftChangeEntity> findByOwnerOrderByDocumentId(UUID owner);

    Optional<DraftChangeEntity> findByOwnerAndDocumentId(UUID owner, String documentId);

    DraftChangeEntity save(DraftChangeEntity change);

    void delete(DraftChangeEntity change);

    void deleteByOwner(UUID owner);
}
