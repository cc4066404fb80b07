/** Which limits and budgets bound a call, the worst it may use, and what a refusal says. */
@NullMarked
package dev.sluice.dataplane.quota.rule;

import org.jspecify.annotations.NullMarked;
