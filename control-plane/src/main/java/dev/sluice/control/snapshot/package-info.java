/**
 * From a change to every node: immutable versions, content-addressed parts, the outbox that carries
 * both to Kafka, and the revocation set in Redis.
 */
@NullMarked
package dev.sluice.control.snapshot;

import org.jspecify.annotations.NullMarked;
