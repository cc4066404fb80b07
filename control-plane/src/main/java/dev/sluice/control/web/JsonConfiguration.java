package dev.sluice.control.web;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.json.StoredText;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.deser.jdk.StringDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * REST bodies are read strictly, so that a misspelt field is a fault and not a silent default, and
 * text that cannot be stored is one too.
 */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {
    @Bean
    JsonMapper jsonMapper() {
        var texts = new SimpleModule("stored-text");
        texts.addDeserializer(String.class, new StoredTextReader());
        return SluiceJson.mapper()
                .rebuild()
                .addModule(texts)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }

    private static final class StoredTextReader extends StdDeserializer<String> {
        StoredTextReader() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser in, DeserializationContext context) {
            var text = StringDeserializer.instance.deserialize(in, context);
            return text == null || StoredText.canHold(text)
                    ? text
                    : context.reportInputMismatch(
                            String.class, "holds a character that is not text");
        }
    }
}
