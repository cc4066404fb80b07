/** DashScope's own generation: input and parameters, a finish that says null. */
@NullMarked
package dev.sluice.dataplane.dialect.dashscope;

import org.jspecify.annotations.NullMarked;
