/** Forms with files as they come: the places of their parts, and no byte copied. */
@NullMarked
package dev.sluice.dataplane.form;

import org.jspecify.annotations.NullMarked;
