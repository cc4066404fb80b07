/** What looks wrong, kept for those who are to be told. */
@NullMarked
package dev.sluice.control.alerts;

import org.jspecify.annotations.NullMarked;
