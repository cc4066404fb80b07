/** What codecs that read whole JSON trees share: values, calls, lines, envelopes. */
@NullMarked
package dev.sluice.dataplane.dialect.tree;

import org.jspecify.annotations.NullMarked;
