package dev.sluice.model.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The JSON of everything that travels between the planes: absent instead of null, money and prices
 * as exact decimals, durations as in the config file, unknown fields ignored, a fixed field order.
 */
public final class SluiceJson {
    private static final JsonMapper MAPPER = build();

    private SluiceJson() {}

    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** For callers that know no Jackson. */
    public static <T> T read(String json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }

    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    private static JsonMapper build() {
        var words = new SimpleModule("sluice");
        words.addSerializer(Duration.class, new DurationWriter());
        words.addDeserializer(Duration.class, new DurationReader());
        return JsonMapper.builder()
                .addModule(words)
                .changeDefaultPropertyInclusion(
                        was -> was.withValueInclusion(JsonInclude.Include.NON_NULL))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .build();
    }

    private static final class DurationWriter extends StdSerializer<Duration> {
        DurationWriter() {
            super(Duration.class);
        }

        @Override
        public void serialize(Duration value, JsonGenerator out, SerializationContext context) {
            out.writeString(DurationText.format(value));
        }
    }

    private static final class DurationReader extends StdDeserializer<Duration> {
        DurationReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser in, DeserializationContext context) {
            return DurationText.parse(in.getString());
        }
    }
}
