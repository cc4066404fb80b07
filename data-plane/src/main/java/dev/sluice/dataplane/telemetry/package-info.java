/** What the node tells about itself: metrics, one log line per call, probes. */
@NullMarked
package dev.sluice.dataplane.telemetry;

import org.jspecify.annotations.NullMarked;
