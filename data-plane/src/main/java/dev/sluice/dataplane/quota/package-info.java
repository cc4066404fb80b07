/**
 * Stages 5 and 10: what a call may use is held in the shared store before it is made, and what it
 * did use replaces the hold afterwards. Decision 0002 has the states; without the store each node
 * keeps to its share.
 */
@NullMarked
package dev.sluice.dataplane.quota;

import org.jspecify.annotations.NullMarked;
