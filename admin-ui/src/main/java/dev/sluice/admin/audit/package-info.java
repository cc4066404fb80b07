/** Who changed what, when and from where. */
@NullMarked
package dev.sluice.admin.audit;

import org.jspecify.annotations.NullMarked;
