/** Sends each tenant its month by mail and webhook, once, and keeps a log of it. */
@NullMarked
package dev.sluice.control.deliveries;

import org.jspecify.annotations.NullMarked;
