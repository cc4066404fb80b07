/** Streams of Anthropic's Messages: a tolerant reader and a strict writer. */
@NullMarked
package dev.sluice.dataplane.dialect.anthropic.stream;

import org.jspecify.annotations.NullMarked;
