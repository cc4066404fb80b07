/** Pictures and sound: passed on as they are, and measured on the way. */
@NullMarked
package dev.sluice.dataplane.dialect.openai.media;

import org.jspecify.annotations.NullMarked;
