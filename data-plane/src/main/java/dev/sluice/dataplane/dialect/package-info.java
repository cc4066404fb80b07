/**
 * The wire protocols. One codec for each dialect reads and writes requests, replies, streams and
 * errors, so that it serves as front door and as back door alike: a new dialect is one package here
 * and one line in {@link Codecs}.
 */
@NullMarked
package dev.sluice.dataplane.dialect;

import org.jspecify.annotations.NullMarked;
