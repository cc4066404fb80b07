/**
 * The config as typed documents: one representation for file, draft, diff, export, rollback and
 * snapshot, with the rules that every published state keeps.
 */
@NullMarked
package dev.sluice.control.catalogue;

import org.jspecify.annotations.NullMarked;
