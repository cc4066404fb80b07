/**
 * The openai-chat dialect: what is read from requests, replies, frames and errors, and written into
 * them.
 */
@NullMarked
package dev.sluice.dataplane.dialect.openai;

import org.jspecify.annotations.NullMarked;
