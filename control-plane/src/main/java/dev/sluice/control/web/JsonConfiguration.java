package dev.sluice.control.web;

import dev.sluice.model.json.SluiceJson;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** REST bodies are read strictly, so that a misspelt field is a fault and not a silent default. */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {
    @Bean
    JsonMapper jsonMapper() {
        return SluiceJson.mapper()
                .rebuild()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }
}
