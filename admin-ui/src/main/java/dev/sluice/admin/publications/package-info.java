/** From the draft to a version on every node, and back. */
@NullMarked
package dev.sluice.admin.publications;

import org.jspecify.annotations.NullMarked;
