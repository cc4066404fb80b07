/** Who may call: tenants, apps, AppKeys and sub-keys, and what narrows them. */
@NullMarked
package dev.sluice.model.access;

import org.jspecify.annotations.NullMarked;
