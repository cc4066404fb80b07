/** The one JSON mapper of both planes and the text forms of our value types. */
@NullMarked
package dev.sluice.model.json;

import org.jspecify.annotations.NullMarked;
