/** The listening side: doors on every event loop, the load a node takes on, and how it stops. */
@NullMarked
package dev.sluice.dataplane.server;

import org.jspecify.annotations.NullMarked;
