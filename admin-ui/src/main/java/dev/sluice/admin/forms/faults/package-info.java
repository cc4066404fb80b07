/** What is wrong with a form, said at the field that it is about. */
@NullMarked
package dev.sluice.admin.forms.faults;

import org.jspecify.annotations.NullMarked;
