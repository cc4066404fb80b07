package dev.sluice.dataplane.server;

import dev.sluice.dataplane.json.ByteSink;
import java.nio.charset.StandardCharsets;

/** Writes a form with files, as HTTP clients do. */
final class TestForm {
    static final String TYPE = "multipart/form-data; boundary=----sluice7MA4YWxk";
    private static final String DELIMITER = "------sluice7MA4YWxk";

    private final ByteSink sink = new ByteSink();

    static TestForm of(String model) {
        return new TestForm().text("model", model);
    }

    TestForm text(String name, String value) {
        return part("name=\"" + name + "\"", value.getBytes(StandardCharsets.UTF_8));
    }

    TestForm file(String name, String type, byte[] content) {
        return part("name=\"" + name + "\"; filename=\"a.x\"\r\nContent-Type: " + type, content);
    }

    private TestForm part(String head, byte[] content) {
        sink.append(ascii(DELIMITER + "\r\nContent-Disposition: form-data; " + head + "\r\n\r\n"))
                .append(content)
                .append(ascii("\r\n"));
        return this;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    byte[] end() {
        return sink.append(ascii(DELIMITER + "--\r\n")).take();
    }

    /** What the upstream has to get: the same, with its own name of the model. */
    static byte[] renamed(byte[] form, String alias) {
        var text = new String(form, StandardCharsets.ISO_8859_1);
        return text.replace("\r\n\r\n" + alias + "\r\n", "\r\n\r\nup-chat\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
