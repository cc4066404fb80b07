/** Months of the tenants' books, their statements and their close. */
@NullMarked
package dev.sluice.admin.periods;

import org.jspecify.annotations.NullMarked;
