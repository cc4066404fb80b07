/** What calls are sent to: upstreams, models with prices, aliases. */
@NullMarked
package dev.sluice.admin.catalogue;

import org.jspecify.annotations.NullMarked;
