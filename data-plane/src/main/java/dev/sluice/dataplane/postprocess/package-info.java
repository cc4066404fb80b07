/**
 * What is done to the text of answers on the way to the caller: sensitive words are masked, and
 * writing is made uniform. Over a window that slides across frames, so that it makes no difference
 * how a text was cut.
 */
@NullMarked
package dev.sluice.dataplane.postprocess;

import org.jspecify.annotations.NullMarked;
