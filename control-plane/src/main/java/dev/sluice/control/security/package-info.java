/** Who may come in and what they may do: the two doors, roles, and the guard of tenants. */
@NullMarked
package dev.sluice.control.security;

import org.jspecify.annotations.NullMarked;
