/**
 * The doors of the gateway: which path means what, protocol by protocol. A new one is a class here
 * and one line in {@link IngressProtocols}.
 */
@NullMarked
package dev.sluice.dataplane.ingress.protocol;

import org.jspecify.annotations.NullMarked;
