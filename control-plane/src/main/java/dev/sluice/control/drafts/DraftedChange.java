package dev.sluice.control.drafts;

import dev.sluice.control.changes.PlannedChange;

/**
 * A change that waits in a draft.
 *
 * @param conflict somebody else published another state of the document since it was drafted
 */
public record DraftedChange(PlannedChange change, boolean conflict) {}
