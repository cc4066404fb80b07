/**
 * Fetches pictures and documents that a request gives by address, for targets that take only bytes;
 * nothing within the operator's own networks can be reached by it.
 */
@NullMarked
package dev.sluice.dataplane.fetch;

import org.jspecify.annotations.NullMarked;
