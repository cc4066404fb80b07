/** Gemini's generateContent, countTokens and embedContent. */
@NullMarked
package dev.sluice.simulator.dialect.gemini;

import org.jspecify.annotations.NullMarked;
