/** Makes what is sent: months and alerts, for a mail and for a webhook. */
@NullMarked
package dev.sluice.control.deliveries.content;

import org.jspecify.annotations.NullMarked;
