/** Ollama's own chat: newline-delimited JSON, options, whole calls. */
@NullMarked
package dev.sluice.dataplane.dialect.ollama;

import org.jspecify.annotations.NullMarked;
