/** What tests of codecs share: recorded traffic, and what an answer comes to. */
package dev.sluice.dataplane.dialect.testing;
