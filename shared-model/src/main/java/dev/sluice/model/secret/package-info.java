/** Sealing of upstream secrets, and the format and hashing of AppKeys. */
@NullMarked
package dev.sluice.model.secret;

import org.jspecify.annotations.NullMarked;
