/** Stages 6 and 7: the request in the provider's form, and one HTTP exchange with it. */
@NullMarked
package dev.sluice.dataplane.upstream;

import org.jspecify.annotations.NullMarked;
