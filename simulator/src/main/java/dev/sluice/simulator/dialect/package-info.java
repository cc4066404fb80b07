/**
 * What every dialect of the simulator can do. Each is written from its vendor's protocol alone and
 * shares nothing with the gateway's codecs, so that neither hides a fault of the other.
 */
@NullMarked
package dev.sluice.simulator.dialect;

import org.jspecify.annotations.NullMarked;
