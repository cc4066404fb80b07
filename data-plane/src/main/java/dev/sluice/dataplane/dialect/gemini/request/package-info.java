/** Requests of the dialect, read into the conversation and written from it. */
@NullMarked
package dev.sluice.dataplane.dialect.gemini.request;

import org.jspecify.annotations.NullMarked;
