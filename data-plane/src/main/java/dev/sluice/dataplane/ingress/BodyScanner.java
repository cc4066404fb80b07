package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.media.SoundLength;
import dev.sluice.dataplane.dialect.openai.media.FormRequest;
import dev.sluice.dataplane.dialect.openai.media.MediaDoor;
import dev.sluice.dataplane.form.FormPart;
import dev.sluice.dataplane.form.MalformedForm;
import dev.sluice.dataplane.form.MultipartForm;
import dev.sluice.dataplane.form.Upload;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.route.Operation;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a body as what its head says that it is: an object, or a form with files. */
final class BodyScanner {
    private static final int WRONG_TYPE = 415;

    private final Operation operation;

    /** Of the form; null where the body is an object. */
    private final @Nullable String formType;

    private BodyScanner(Operation operation, @Nullable String formType) {
        this.operation = operation;
        this.formType = formType;
    }

    /**
     * What was found in a body.
     *
     * @param upload null where the body is an object
     */
    record Scanned(JsonFields fields, @Nullable Upload upload) {}

    /** Fails with {@link GatewayFailure.Malformed}, before anything of the body has come. */
    static BodyScanner of(HttpServerRequest request, Door door) {
        var type = request.getHeader("content-type");
        var media = MediaDoor.of(door);
        var takesFiles = media != null && media.takesFiles();
        if (type != null && MultipartForm.isForm(type)) {
            if (!takesFiles) {
                throw new GatewayFailure.Malformed(
                        WRONG_TYPE,
                        "This endpoint takes 'content-type: application/json', no form.",
                        null);
            }
            checkBoundary(type);
            return new BodyScanner(door.operation(), type);
        }
        if (takesFiles && (type == null || !type.toLowerCase(Locale.ROOT).contains("json"))) {
            throw new GatewayFailure.Malformed(
                    WRONG_TYPE,
                    "This endpoint takes a form: 'content-type: multipart/form-data;"
                            + " boundary=…', as HTTP clients set it when they send a file.",
                    null);
        }
        return new BodyScanner(door.operation(), null);
    }

    private static void checkBoundary(String type) {
        try {
            MultipartForm.boundaryOf(type);
        } catch (MalformedForm broken) {
            throw malformed(broken.reason());
        }
    }

    private static GatewayFailure malformed(String reason) {
        return new GatewayFailure.Malformed(reason, null);
    }

    /** Fails with {@link GatewayFailure.Malformed}. */
    Scanned scan(byte[] bytes) {
        try {
            if (formType == null) {
                return new Scanned(JsonFields.scanRequest(bytes), null);
            }
            var form = MultipartForm.scan(bytes, formType);
            return new Scanned(FormRequest.fields(form), new Upload(form, soundMs(form)));
        } catch (MalformedJson broken) {
            throw malformed(broken.reason());
        } catch (MalformedForm broken) {
            throw malformed(broken.reason());
        }
    }

    private long soundMs(MultipartForm form) {
        return operation != Operation.AUDIO
                ? 0
                : form.parts().stream()
                        .filter(FormPart::file)
                        .mapToLong(file -> SoundLength.ofMs(form.bytes(), file.from(), file.to()))
                        .sum();
    }
}
