/** Media of a conversation that were given by address and are there now. */
@NullMarked
package dev.sluice.dataplane.conversation.media;

import org.jspecify.annotations.NullMarked;
