/** The config file: schema-driven reading with the place of every fault. */
@NullMarked
package dev.sluice.model.file;

import org.jspecify.annotations.NullMarked;
