/**
 * Real servers for tests: started once per JVM, or shared by a whole test run, always with a place
 * of one's own in them.
 */
@NullMarked
package dev.sluice.embedded.testing;

import org.jspecify.annotations.NullMarked;
