/**
 * How people change the config: the config file, drafts, keys, rollback. Each way gathers a change
 * set, holds it against the same rules, and publishes it as one version.
 */
@NullMarked
package dev.sluice.control.changes;

import org.jspecify.annotations.NullMarked;
