/** Stage 6: a request in the words of its target, by the rules of the target's provider. */
@NullMarked
package dev.sluice.dataplane.upstream.request;

import org.jspecify.annotations.NullMarked;
