/** One published version as the stages read it: maps instead of lists, secrets opened. */
@NullMarked
package dev.sluice.dataplane.config;

import org.jspecify.annotations.NullMarked;
