/** The fields that requests of each door may have, at every level that a dialect writes down. */
@NullMarked
package dev.sluice.dataplane.dialect.fields;

import org.jspecify.annotations.NullMarked;
