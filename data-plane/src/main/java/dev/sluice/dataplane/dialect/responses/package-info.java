/** The openai-responses dialect: its requests and its errors. */
@NullMarked
package dev.sluice.dataplane.dialect.responses;

import org.jspecify.annotations.NullMarked;
