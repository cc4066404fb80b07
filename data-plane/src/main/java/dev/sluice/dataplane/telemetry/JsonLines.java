package dev.sluice.dataplane.telemetry;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes each log event as one line of JSON; key-value pairs become fields of their own. */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        var line = SluiceJson.mapper().createObjectNode();
        line.put("at", event.getInstant().toString());
        line.put("level", event.getLevel().toString());
        line.put("logger", event.getLoggerName());
        line.put("message", event.getFormattedMessage());
        var pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> put(line, pair.key, pair.value));
        }
        if (event.getThrowableProxy() != null) {
            line.put("stack", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void put(ObjectNode line, String key, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case Integer number -> line.put(key, number);
            case Long number -> line.put(key, number);
            case Boolean flag -> line.put(key, flag);
            default -> line.put(key, value.toString());
        }
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
