/** The config file against what is stored: plan, apply, export. */
@NullMarked
package dev.sluice.control.files;

import org.jspecify.annotations.NullMarked;
