/** What is known of the internet's addresses. */
@NullMarked
package dev.sluice.model.net;

import org.jspecify.annotations.NullMarked;
