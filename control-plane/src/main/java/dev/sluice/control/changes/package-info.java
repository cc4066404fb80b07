/**
 * What every way of changing the config shares: a change set is gathered, held against the rules,
 * and published as one version.
 */
@NullMarked
package dev.sluice.control.changes;

import org.jspecify.annotations.NullMarked;
