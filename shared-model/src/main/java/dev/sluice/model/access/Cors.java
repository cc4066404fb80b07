package dev.sluice.model.access;

import java.util.List;

/**
 * The web pages whose scripts may call with an app's keys.
 *
 * @param origins as browsers send them, such as {@code https://shop.example}
 */
public record Cors(List<String> origins) {
    public Cors {
        origins = List.copyOf(origins);
    }
}
