/** The promises of the whole, tested from outside over running processes. */
@NullMarked
package dev.sluice.system;

import org.jspecify.annotations.NullMarked;
