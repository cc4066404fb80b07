/** Hours in which apps were far from their habit. */
@NullMarked
package dev.sluice.admin.anomalies;

import org.jspecify.annotations.NullMarked;
