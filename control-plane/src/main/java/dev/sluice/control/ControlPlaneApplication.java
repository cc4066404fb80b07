package dev.sluice.control;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/** The control plane without its console; the console's application imports it. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class ControlPlaneApplication {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Starts the REST API alone. */
    public static void main(String[] arguments) {
        SpringApplication.run(ControlPlaneApplication.class, arguments);
    }
}
