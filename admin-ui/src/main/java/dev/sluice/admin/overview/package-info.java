/** The first page: traffic, money and the fleet, live. */
@NullMarked
package dev.sluice.admin.overview;

import org.jspecify.annotations.NullMarked;
