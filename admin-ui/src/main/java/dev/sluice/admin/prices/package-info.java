/** Price lists from outside: first what they would change, then the draft. */
@NullMarked
package dev.sluice.admin.prices;

import org.jspecify.annotations.NullMarked;
