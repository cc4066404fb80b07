/** Users, their passwords and API tokens. */
@NullMarked
package dev.sluice.control.people;

import org.jspecify.annotations.NullMarked;
