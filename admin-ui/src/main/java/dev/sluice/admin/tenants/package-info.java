/** Teams: tenants, their apps, keys and sub-keys, with what each may use. */
@NullMarked
package dev.sluice.admin.tenants;

import org.jspecify.annotations.NullMarked;
