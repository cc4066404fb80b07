/** Ollama's own API. */
@NullMarked
package dev.sluice.simulator.dialect.ollama;

import org.jspecify.annotations.NullMarked;
