/** The items that OpenAI's Responses API makes both its requests and its answers of. */
@NullMarked
package dev.sluice.dataplane.dialect.responses.item;

import org.jspecify.annotations.NullMarked;
