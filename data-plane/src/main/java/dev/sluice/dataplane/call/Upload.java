package dev.sluice.dataplane.call;

import dev.sluice.dataplane.form.FormPart;
import dev.sluice.dataplane.form.MultipartForm;

/**
 * A request that came as a form with files.
 *
 * @param soundMs how long the sound in it is, as far as its files tell
 */
public record Upload(MultipartForm form, long soundMs) {
    public int files() {
        return (int) form.parts().stream().filter(FormPart::file).count();
    }
}
