/** Schemas, between JSON Schema and the piece of OpenAPI 3.0 that the dialect takes. */
@NullMarked
package dev.sluice.dataplane.dialect.gemini.schema;

import org.jspecify.annotations.NullMarked;
