/** Qianfan's first version. */
@NullMarked
package dev.sluice.simulator.dialect.qianfan;

import org.jspecify.annotations.NullMarked;
