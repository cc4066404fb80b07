/** What a month came to, to read and to download in the forms that others work with. */
@NullMarked
package dev.sluice.control.reports.monthly;

import org.jspecify.annotations.NullMarked;
