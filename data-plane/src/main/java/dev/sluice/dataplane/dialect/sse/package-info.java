/** Server-sent events, rebuilt from bytes whatever the segments they came in. */
@NullMarked
package dev.sluice.dataplane.dialect.sse;

import org.jspecify.annotations.NullMarked;
