/** The config that a node runs by: content-addressed parts, heads, and what a node reports back. */
@NullMarked
package dev.sluice.model.snapshot;

import org.jspecify.annotations.NullMarked;
