package dev.sluice.model.snapshot;

/**
 * The body of a config document: one representation for file, draft, diff, export and snapshot. Its
 * types are those that {@link DocumentKind} lists; they live in several packages, so it cannot be
 * sealed.
 */
public interface ConfigBody {
    String name();
}
