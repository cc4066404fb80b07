/** Tokens that secrets were exchanged for: asked for once, shared by all nodes, never shown. */
@NullMarked
package dev.sluice.dataplane.upstream.token;

import org.jspecify.annotations.NullMarked;
