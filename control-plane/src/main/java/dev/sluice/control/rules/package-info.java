/** What holds of every config that is published, whoever made the change. */
@NullMarked
package dev.sluice.control.rules;

import org.jspecify.annotations.NullMarked;
