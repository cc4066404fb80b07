/** What a model name means and where it runs: aliases, upstream models, upstreams. */
@NullMarked
package dev.sluice.model.route;

import org.jspecify.annotations.NullMarked;
