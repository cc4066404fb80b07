/**
 * What a call used: token counts, its price, and the journal through which every usage event
 * reaches Kafka.
 *
 * <pre>
 * outcome → priced event → journal (page cache) → terminal frame
 *                             └→ shipper → Kafka → progress mark → segment deleted
 * </pre>
 */
@NullMarked
package dev.sluice.dataplane.metering;

import org.jspecify.annotations.NullMarked;
