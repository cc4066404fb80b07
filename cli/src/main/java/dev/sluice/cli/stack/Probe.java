package dev.sluice.cli.stack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.OptionalInt;

/** Whether something answers over HTTP. */
public final class Probe {
    private static final int TIMEOUT_MS = 2_000;

    private Probe() {}

    /** The status of a GET; nothing where nobody answers in time. */
    public static OptionalInt status(String url) {
        HttpURLConnection connection = null;
        try {
            connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            connection.setInstanceFollowRedirects(false);
            return OptionalInt.of(connection.getResponseCode());
        } catch (IOException silent) {
            return OptionalInt.empty();
        } finally {
            if (connection != null) {
                connection.disconnect();
            }
        }
    }

    public static boolean isOk(String url) {
        return status(url).orElse(0) == HttpURLConnection.HTTP_OK;
    }
}
