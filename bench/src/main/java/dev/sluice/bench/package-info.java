/** The load bench behind {@code ./sluice bench}: what the gateway adds, in time and in CPU. */
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
