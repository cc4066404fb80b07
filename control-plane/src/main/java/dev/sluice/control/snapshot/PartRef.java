package dev.sluice.control.snapshot;

/** A part of a version: what it is for, and the hash it travels under. */
record PartRef(String label, String hash) {}
