/** Byte-pair encoding, as far as it takes to count: how a text falls into pieces and tokens. */
@NullMarked
package dev.sluice.dataplane.metering.vocabulary;

import org.jspecify.annotations.NullMarked;
