/** Starting, breaking, mending and stopping the stack under test. */
@NullMarked
package dev.sluice.system.stack;

import org.jspecify.annotations.NullMarked;
