/** The words that both planes share; plain Java, no framework. */
@NullMarked
package dev.sluice.model;

import org.jspecify.annotations.NullMarked;
