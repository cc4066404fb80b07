/** What every REST endpoint shares: the error form, probes, strict reading of bodies. */
@NullMarked
package dev.sluice.control.web;

import org.jspecify.annotations.NullMarked;
