/** Shares what pools of one's own GPUs cost among those who used them. */
@NullMarked
package dev.sluice.control.allocation;

import org.jspecify.annotations.NullMarked;
