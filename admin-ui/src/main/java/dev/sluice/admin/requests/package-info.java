/** Single calls: found by id, tenant and time, and shown as a receipt. */
@NullMarked
package dev.sluice.admin.requests;

import org.jspecify.annotations.NullMarked;
