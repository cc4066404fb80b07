package dev.sluice.dataplane.telemetry;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.sluice.model.json.SluiceJson;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes each log event as one line of JSON; key-value pairs become fields of their own. */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        var bytes = new ByteArrayOutputStream(1_024);
        try (var line = SluiceJson.mapper().createGenerator(bytes)) {
            line.writeStartObject();
            line.writeStringProperty("at", event.getInstant().toString());
            line.writeStringProperty("level", event.getLevel().toString());
            line.writeStringProperty("logger", event.getLoggerName());
            line.writeStringProperty("message", event.getFormattedMessage());
            var pairs = event.getKeyValuePairs();
            if (pairs != null) {
                pairs.forEach(pair -> write(line, pair.key, pair.value));
            }
            if (event.getThrowableProxy() != null) {
                line.writeStringProperty(
                        "stack", ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
            line.writeEndObject();
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator line, String key, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case Integer number -> line.writeNumberProperty(key, number);
            case Long number -> line.writeNumberProperty(key, number);
            case Boolean flag -> line.writeBooleanProperty(key, flag);
            default -> line.writeStringProperty(key, value.toString());
        }
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
