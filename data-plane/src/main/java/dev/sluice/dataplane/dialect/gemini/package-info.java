/**
 * Google's generateContent, as the Gemini API and Vertex AI speak it: replies, streams in both
 * framings, and errors.
 */
@NullMarked
package dev.sluice.dataplane.dialect.gemini;

import org.jspecify.annotations.NullMarked;
