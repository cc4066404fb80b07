/** Which of several control planes does what only one may do. */
@NullMarked
package dev.sluice.control.leader;

import org.jspecify.annotations.NullMarked;
