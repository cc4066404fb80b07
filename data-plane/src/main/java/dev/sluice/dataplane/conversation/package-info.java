/**
 * What is said in a chat, as every dialect means it: requests, replies, and the events of a stream.
 * Built only when caller and target speak different dialects, or when a policy reads content. What
 * a dialect says beyond it travels in {@link Extensions} and goes back into that dialect alone.
 */
@NullMarked
package dev.sluice.dataplane.conversation;

import org.jspecify.annotations.NullMarked;
