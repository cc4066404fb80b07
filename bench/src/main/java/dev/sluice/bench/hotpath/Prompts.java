package dev.sluice.bench.hotpath;

import java.nio.charset.StandardCharsets;

/** Request bodies of a given size, as chat clients send them. */
final class Prompts {
    private static final String WORDS =
            "How high is the water at the mill this morning, and who opened the gate? ";

    private Prompts() {}

    static byte[] body(int bytes) {
        StringBuilder body =
                new StringBuilder(
                        "{\"model\":\"chat\",\"stream\":true,\"temperature\":0.7,\"max_tokens\":256,\"messages\":"
                                + "[{\"role\":\"system\",\"content\":\"You keep the mill.\"},"
                                + "{\"role\":\"user\",\"content\":\"");
        while (body.length() < bytes - 3) {
            body.append(WORDS);
        }
        return body.append("\"}]}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
