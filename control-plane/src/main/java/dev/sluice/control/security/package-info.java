/** Who may come in and what they may do: users, API tokens, roles, and the guard of tenants. */
@NullMarked
package dev.sluice.control.security;

import org.jspecify.annotations.NullMarked;
