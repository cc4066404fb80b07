/** Pieces that requests and replies of the dialect share: parts, usage, finish reasons. */
@NullMarked
package dev.sluice.dataplane.dialect.gemini.part;

import org.jspecify.annotations.NullMarked;
