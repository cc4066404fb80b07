/** The stable codes of the gateway's own errors and their HTTP statuses. */
@NullMarked
package dev.sluice.model.error;

import org.jspecify.annotations.NullMarked;
