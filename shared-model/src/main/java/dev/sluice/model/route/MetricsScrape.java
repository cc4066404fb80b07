package dev.sluice.model.route;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How often the engine metrics of a self-hosted upstream are read. */
public record MetricsScrape(@Nullable Duration interval) {}
