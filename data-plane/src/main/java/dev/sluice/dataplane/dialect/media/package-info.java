/** Media as providers take them: what their bytes really are. */
@NullMarked
package dev.sluice.dataplane.dialect.media;

import org.jspecify.annotations.NullMarked;
