package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Outcome;

/** An admitted call whose tries are over. */
record Ended(Outcome outcome, Closing closing) {}
