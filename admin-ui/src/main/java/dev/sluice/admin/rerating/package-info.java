/**
 * What booked calls would have cost at other prices, and the approval that books the difference.
 */
@NullMarked
package dev.sluice.admin.rerating;

import org.jspecify.annotations.NullMarked;
