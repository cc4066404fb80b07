/** The console: views over the control plane's services. */
@NullMarked
package dev.sluice.admin;

import org.jspecify.annotations.NullMarked;
