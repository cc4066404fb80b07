/** Amazon's Converse: content blocks, and streams in binary frames with checksums. */
@NullMarked
package dev.sluice.dataplane.dialect.bedrock;

import org.jspecify.annotations.NullMarked;
