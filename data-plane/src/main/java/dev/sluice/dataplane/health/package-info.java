/** What this node has learnt of targets, instances and provider secrets from real traffic. */
@NullMarked
package dev.sluice.dataplane.health;

import org.jspecify.annotations.NullMarked;
