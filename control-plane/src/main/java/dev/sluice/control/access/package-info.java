/** Issued AppKeys and sub-keys: hash, state and place; the secret is shown once and never kept. */
@NullMarked
package dev.sluice.control.access;

import org.jspecify.annotations.NullMarked;
