/** Who changed what, when and from where; rows are only ever added. */
@NullMarked
package dev.sluice.control.audit;

import org.jspecify.annotations.NullMarked;
