/** Fields that take a record of the config and give a changed one; they know no service. */
@NullMarked
package dev.sluice.admin.forms;

import org.jspecify.annotations.NullMarked;
