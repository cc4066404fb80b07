/** The life of a call from stage 1 to 10, and the tries that stages 6 to 8 take. */
@NullMarked
package dev.sluice.dataplane.pipeline;

import org.jspecify.annotations.NullMarked;
