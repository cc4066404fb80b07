package dev.sluice.control.web;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What stands at the head of the API's description. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {
    private static final String TOKEN = "apiToken";

    @Bean
    OpenAPI openApi() {
        var token =
                new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .description("An API token of a user: Authorization: Bearer sat_…");
        return new OpenAPI()
                .info(
                        new Info()
                                .title("Sluice control plane")
                                .version("v1")
                                .description(
                                        "Config, keys, versions, budgets, usage and reports."
                                                + " Errors have the form"
                                                + " {\"error\":{\"code\",\"message\",\"faults\"}}."))
                .components(new Components().addSecuritySchemes(TOKEN, token))
                .addSecurityItem(new SecurityRequirement().addList(TOKEN));
    }
}
