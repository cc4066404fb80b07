/** Corrections of what tenants are charged. */
@NullMarked
package dev.sluice.admin.adjustments;

import org.jspecify.annotations.NullMarked;
