package dev.sluice.bench.books;

import dev.sluice.bench.NodeProcess;
import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The running stack whose books are measured. */
final class BooksStack {
    private static final int GATEWAY_PORT = 8080;
    private static final int KAFKA_PORT = 19092;
    private static final int POSTGRES_PORT = 15432;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path directory;
    private final JsonNode stack;

    BooksStack(Path directory) throws IOException {
        this.directory = directory;
        this.stack =
                SluiceJson.mapper().readTree(Files.readAllBytes(directory.resolve("stack.json")));
    }

    /** Reads {@code --data-dir DIR} and one number of the given name. */
    record Arguments(Path directory, int number) {
        static Arguments parse(String name, int byDefault, String... words) {
            var directory = Path.of(".sluice");
            int number = byDefault;
            for (int i = 0; i + 1 < words.length; i += 2) {
                if (words[i].equals("--data-dir")) {
                    directory = Path.of(words[i + 1]);
                } else if (words[i].equals(name)) {
                    number = Integer.parseInt(words[i + 1]);
                } else {
                    throw new IllegalArgumentException(words[i] + " is unknown");
                }
            }
            return new Arguments(directory, number);
        }
    }

    /** How far the ports are shifted. */
    private int offset() {
        return URI.create(stack.path("gateway").path(0).asString()).getPort() - GATEWAY_PORT;
    }

    String kafka() {
        return "127.0.0.1:" + (KAFKA_PORT + offset());
    }

    Connection database() throws IOException, SQLException {
        var password = Files.readString(directory.resolve("postgres").resolve("password")).strip();
        var url = "jdbc:postgresql://127.0.0.1:" + (POSTGRES_PORT + offset()) + "/sluice";
        return DriverManager.getConnection(url, "sluice", password);
    }

    NodeProcess process(String name) {
        return new NodeProcess(stack.path("pids").path(name).asLong());
    }

    List<String> processes() {
        return List.of("control-plane", "postgres", "kafka");
    }

    String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    String post(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private URI uri(String path) {
        return URI.create(stack.path("console").asString() + path);
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var token = stack.path("admin").path("token").asString();
        var answer =
                client.send(
                        request.header("Authorization", "Bearer " + token).build(),
                        BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
