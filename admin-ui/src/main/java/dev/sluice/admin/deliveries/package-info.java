/** What was sent to whom. */
@NullMarked
package dev.sluice.admin.deliveries;

import org.jspecify.annotations.NullMarked;
