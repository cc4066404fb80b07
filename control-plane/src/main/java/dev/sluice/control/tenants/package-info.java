/**
 * What a team does by itself: issue, narrow, suspend and revoke its keys, each a direct version.
 */
@NullMarked
package dev.sluice.control.tenants;

import org.jspecify.annotations.NullMarked;
