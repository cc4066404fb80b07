/** The nodes and the version each of them serves by. */
@NullMarked
package dev.sluice.admin.fleet;

import org.jspecify.annotations.NullMarked;
