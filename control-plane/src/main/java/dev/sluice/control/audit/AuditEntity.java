package dev.sluice.control.audit;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "audit_entry")
class AuditEntity {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Nullable Long id;

    Instant at;
    String actor;
    @Nullable String address;
    String action;
    String kind;
    String path;
    @Nullable String tenant;
    @Nullable Long version;
    @Nullable String before;
    @Nullable String after;
}
