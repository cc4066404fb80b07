/**
 * A call from its request to the answer that goes out: read, scripted, entered in the books,
 * served.
 */
@NullMarked
package dev.sluice.simulator.serve;

import org.jspecify.annotations.NullMarked;
