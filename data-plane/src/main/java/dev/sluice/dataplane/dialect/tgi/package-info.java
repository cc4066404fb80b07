/**
 * Text Generation Inference: one text in, one text out, and shapes that other servers of the kind
 * take.
 */
@NullMarked
package dev.sluice.dataplane.dialect.tgi;

import org.jspecify.annotations.NullMarked;
