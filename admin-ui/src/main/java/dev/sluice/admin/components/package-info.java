/** Parts that several views are built from; they know no service. */
@NullMarked
package dev.sluice.admin.components;

import org.jspecify.annotations.NullMarked;
