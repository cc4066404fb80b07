/**
 * Config as code: reading the file, asking the control plane, and waiting until the nodes follow.
 */
@NullMarked
package dev.sluice.cli.config;

import org.jspecify.annotations.NullMarked;
