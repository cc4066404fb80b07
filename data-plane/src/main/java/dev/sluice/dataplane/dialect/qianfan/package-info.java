/** Qianfan's first version: turns in pairs, instructions apart, errors in a success. */
@NullMarked
package dev.sluice.dataplane.dialect.qianfan;

import org.jspecify.annotations.NullMarked;
