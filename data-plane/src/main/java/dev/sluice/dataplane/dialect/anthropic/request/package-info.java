/** Requests of Anthropic's Messages: read into the conversation and written from it. */
@NullMarked
package dev.sluice.dataplane.dialect.anthropic.request;

import org.jspecify.annotations.NullMarked;
