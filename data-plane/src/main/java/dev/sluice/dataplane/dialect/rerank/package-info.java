/** Documents put in order by a query: one request in the words of several providers. */
@NullMarked
package dev.sluice.dataplane.dialect.rerank;

import org.jspecify.annotations.NullMarked;
