/** Hours in which an app is far from its own habit. */
@NullMarked
package dev.sluice.control.anomalies;

import org.jspecify.annotations.NullMarked;
