package dev.sluice.control.deliveries;

import dev.sluice.control.deliveries.content.Content;
import dev.sluice.control.security.PublicAddress;
import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/**
 * Sends a month or an alert by POST, signed so that its receiver can tell whose it is and how old.
 */
@Component
class WebhookCaller {
    static final String DELIVERY = "X-Sluice-Delivery";
    static final String TIMESTAMP = "X-Sluice-Timestamp";
    static final String SIGNATURE = "X-Sluice-Signature";

    private final DeliverySettings settings;
    private final DeliverySecrets secrets;
    private final HttpClient client;
    private final Clock clock;

    WebhookCaller(DeliverySettings settings, DeliverySecrets secrets, Clock clock) {
        this.settings = settings;
        this.secrets = secrets;
        this.clock = clock;
        this.client =
                HttpClient.newBuilder()
                        .connectTimeout(settings.timeout())
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build();
    }

    private record File(String name, String mediaType, String base64) {}

    void send(Delivery delivery, Content content) throws DeliveryFault {
        var address = URI.create(delivery.address());
        requirePublic(address);
        var body = SluiceJson.mapper().writeValueAsBytes(body(delivery, content));
        var timestamp = Long.toString(clock.instant().getEpochSecond());
        var secret = secrets.open(delivery.tenant(), String.valueOf(delivery.secret()));
        var request =
                HttpRequest.newBuilder(address)
                        .timeout(settings.timeout())
                        .header("Content-Type", "application/json")
                        .header(DELIVERY, delivery.id().toString())
                        .header(TIMESTAMP, timestamp)
                        .header(SIGNATURE, "v1=" + signature(secret, timestamp, body))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build();
        try {
            var answer = client.send(request, BodyHandlers.ofInputStream());
            // The time limit ends with the head, and nobody is to be waited for after it.
            answer.body().close();
            if (answer.statusCode() / 100 != 2) {
                throw new DeliveryFault("the receiver answered " + answer.statusCode());
            }
        } catch (IOException lost) {
            throw new DeliveryFault("the receiver cannot be reached: " + lost, lost);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new DeliveryFault("the control plane is going down");
        }
    }

    private static Map<String, Object> body(Delivery delivery, Content content) {
        var body = new LinkedHashMap<String, Object>();
        body.put("v", 1);
        body.put("type", content.type());
        body.put("delivery", delivery.id());
        body.putAll(content.fields());
        body.put(
                "files",
                content.files().stream()
                        .map(it -> new File(it.name(), it.mediaType(), base64(it)))
                        .toList());
        return body;
    }

    private static String base64(Content.Attachment file) {
        return Base64.getEncoder().encodeToString(file.bytes().getByteArray());
    }

    /** HMAC-SHA256 of {@code timestamp.body} in hex. */
    static String signature(String secret, String timestamp, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A tenant's address must not lead into the house, unless the house says so. */
    private void requirePublic(URI address) throws DeliveryFault {
        if (settings.privateAddresses()) {
            return;
        }
        if (!"https".equals(address.getScheme())) {
            throw new DeliveryFault("a webhook outside of the house has to be https");
        }
        try {
            for (var resolved : InetAddress.getAllByName(address.getHost())) {
                if (!PublicAddress.is(resolved)) {
                    throw new DeliveryFault(
                            address.getHost()
                                    + " leads to a private address: allow it with"
                                    + " SLUICE_DELIVERIES_PRIVATE_ADDRESSES=true");
                }
            }
        } catch (UnknownHostException unknown) {
            throw new DeliveryFault("there is no host '" + address.getHost() + "'", unknown);
        }
    }
}
