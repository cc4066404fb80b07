/** What a control plane looks after again and again. */
@NullMarked
package dev.sluice.control.rounds;

import org.jspecify.annotations.NullMarked;
