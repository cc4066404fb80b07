/** The shared store as a node sees it: in reach or not, whole or not, and what it still owes. */
@NullMarked
package dev.sluice.dataplane.quota.store;

import org.jspecify.annotations.NullMarked;
