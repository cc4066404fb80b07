/**
 * Answers that are kept for the same request again: whole and complete ones only, sealed, for one
 * tenant at most. With the store away calls go straight through.
 */
@NullMarked
package dev.sluice.dataplane.cache;

import org.jspecify.annotations.NullMarked;
