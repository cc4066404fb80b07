/**
 * What people edit before it is published. A draft is a list of changes on top of the published
 * config, one for each person, so that other publications never have to be merged into it.
 */
@NullMarked
package dev.sluice.control.drafts;

import org.jspecify.annotations.NullMarked;
