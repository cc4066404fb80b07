package dev.sluice.control.catalogue;

import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface ConfigDocumentRepository extends Repository<ConfigDocumentEntity, String> {
    List<ConfigDocumentEntity> findAll();

    @Query("select d from ConfigDocumentEntity d where d.kind not in ('key', 'sub-key')")
    List<ConfigDocumentEntity> findAllButKeys();

    List<ConfigDocumentEntity> findByKindOrderByPath(String kind);

    /** Keys and sub-keys from one path (inclusive) to another (exclusive). */
    @Query(
            "select d from ConfigDocumentEntity d where d.kind in ('key', 'sub-key')"
                    + " and d.path >= :from and d.path < :to")
    List<ConfigDocumentEntity> findKeys(String from, String to);
}
