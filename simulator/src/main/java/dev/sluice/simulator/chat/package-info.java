/** Chat completions: what is answered, and how it goes over the wire. */
@NullMarked
package dev.sluice.simulator.chat;

import org.jspecify.annotations.NullMarked;
