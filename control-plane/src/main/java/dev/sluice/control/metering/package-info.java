/** From usage events on Kafka to booked calls: reading, rating, and the feed that loses nothing. */
@NullMarked
package dev.sluice.control.metering;

import org.jspecify.annotations.NullMarked;
