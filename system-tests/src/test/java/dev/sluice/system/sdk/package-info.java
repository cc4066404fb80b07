/**
 * Official SDKs as clients of the running system: one table of scenarios, a thin driver for each
 * SDK.
 */
@NullMarked
package dev.sluice.system.sdk;

import org.jspecify.annotations.NullMarked;
