/** A JSON object as bytes, and where its top-level values lie. */
@NullMarked
package dev.sluice.dataplane.json;

import org.jspecify.annotations.NullMarked;
