/** What every page stands in: login, frame, menu, language, and errors in words. */
@NullMarked
package dev.sluice.admin.shell;

import org.jspecify.annotations.NullMarked;
