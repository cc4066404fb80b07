/** Who may come in: users, and the tokens of tools. */
@NullMarked
package dev.sluice.admin.people;

import org.jspecify.annotations.NullMarked;
