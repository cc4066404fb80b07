/** What each team spent in a month, to read and to download. */
@NullMarked
package dev.sluice.admin.reports;

import org.jspecify.annotations.NullMarked;
