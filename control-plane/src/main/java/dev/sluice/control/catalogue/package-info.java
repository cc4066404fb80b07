/**
 * The config as typed documents: one representation for file, draft, diff, export, rollback and
 * snapshot.
 */
@NullMarked
package dev.sluice.control.catalogue;

import org.jspecify.annotations.NullMarked;
