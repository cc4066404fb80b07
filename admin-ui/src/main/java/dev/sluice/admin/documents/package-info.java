/** Config documents as records: what is published, what is drafted on top of it. */
@NullMarked
package dev.sluice.admin.documents;

import org.jspecify.annotations.NullMarked;
