/** DashScope's native doors. */
@NullMarked
package dev.sluice.simulator.dialect.dashscope;

import org.jspecify.annotations.NullMarked;
