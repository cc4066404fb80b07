/** The provider table: where each provider is reached, how it is paid and what it takes. */
@NullMarked
package dev.sluice.dataplane.upstream.provider;

import org.jspecify.annotations.NullMarked;
