/** How providers want to be shown secrets: as they are, exchanged for tokens, or in a signature. */
@NullMarked
package dev.sluice.dataplane.upstream.provider.auth;

import org.jspecify.annotations.NullMarked;
