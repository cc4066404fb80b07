/** What the head of a request tells, before anything of its body is read. */
@NullMarked
package dev.sluice.dataplane.arrival;

import org.jspecify.annotations.NullMarked;
