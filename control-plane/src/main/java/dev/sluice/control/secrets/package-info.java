/** Provider credentials: sealed on the way in, kept apart from the documents, never shown. */
@NullMarked
package dev.sluice.control.secrets;

import org.jspecify.annotations.NullMarked;
