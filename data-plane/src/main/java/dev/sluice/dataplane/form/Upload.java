package dev.sluice.dataplane.form;

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
