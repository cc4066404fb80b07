/** What is made right about a provider's events before anybody counts or writes them. */
@NullMarked
package dev.sluice.dataplane.dialect.lane.event;

import org.jspecify.annotations.NullMarked;
