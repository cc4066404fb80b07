/** What a run of all tests needs around it. */
@NullMarked
package dev.sluice.cli.testing;

import org.jspecify.annotations.NullMarked;
