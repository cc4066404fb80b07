package dev.sluice.admin;

import dev.sluice.control.ControlPlaneApplication;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The runnable control plane with its console. */
@SpringBootApplication
@Import(ControlPlaneApplication.class)
public class ConsoleApplication {
    /** Starts REST API and console in one process. */
    public static void main(String[] arguments) {
        SpringApplication.run(ConsoleApplication.class, arguments);
    }
}
