package dev.sluice.admin.reconciliation;

/** Reads anew whenever it is turned to: what is done on one tab shows on the others. */
interface FreshTab {
    void load();
}
