package dev.sluice.dataplane.call;

import dev.sluice.model.route.ModelAlias;

/** The caller may use the alias it named, now. */
public record Grant(Call call, Caller caller, ModelAlias alias) {}
