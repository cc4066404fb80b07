/** How far the gateway's own count of tokens is from what upstreams report. */
@NullMarked
package dev.sluice.control.tokendrift;

import org.jspecify.annotations.NullMarked;
