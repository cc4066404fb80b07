package dev.sluice.control.overview;

import java.time.Instant;

/**
 * Calls that ended within one step of time.
 *
 * @param unsuccessful failed, interrupted or abandoned
 */
public record TrafficPoint(Instant at, long requests, long unsuccessful) {}
