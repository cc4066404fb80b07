/** The node: carries calls by the newest config it has, and needs nobody to go on. */
@NullMarked
package dev.sluice.dataplane;

import org.jspecify.annotations.NullMarked;
