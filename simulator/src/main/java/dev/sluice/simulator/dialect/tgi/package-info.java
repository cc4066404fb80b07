/** Text Generation Inference's own API. */
@NullMarked
package dev.sluice.simulator.dialect.tgi;

import org.jspecify.annotations.NullMarked;
