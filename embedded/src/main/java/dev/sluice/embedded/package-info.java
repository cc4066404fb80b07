/**
 * Launches real PostgreSQL, Redis and Kafka servers as processes of their own, for {@code up} and
 * for the tests.
 */
@NullMarked
package dev.sluice.embedded;

import org.jspecify.annotations.NullMarked;
