package dev.sluice.dataplane.upstream.provider.auth;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/**
 * Signs requests for AWS. A secret is {@code ACCESS_KEY:SECRET_KEY} with a session token behind a
 * second colon where there is one; an API key, which has no colon, is shown as it is.
 */
public final class AwsSignature implements Authorizer {
    private static final Pattern REGION = Pattern.compile("\\.([a-z]{2}(?:-[a-z]+)+-\\d)\\.");
    private static final String DEFAULT_REGION = "us-east-1";

    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    private final String service;

    /**
     * @param service the name that AWS knows it by in signatures
     */
    public AwsSignature(String service) {
        this.service = service;
    }

    @Override
    public void authorize(Outgoing out, String secret) {
        var parts = secret.split(":", 3);
        if (parts.length < 2) {
            Authorizer.BEARER.authorize(out, secret);
            return;
        }
        var identity =
                parts.length == 3
                        ? AwsSessionCredentialsIdentity.create(parts[0], parts[1], parts[2])
                        : AwsCredentialsIdentity.create(parts[0], parts[1]);
        var region = out.region() == null ? region(out.host()) : out.region();
        var body = out.body().getBytes();
        var request =
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.fromValue(out.method()))
                        .uri(URI.create("https://" + authority(out) + out.uri()))
                        .putHeader("content-type", out.headers().get("content-type"))
                        .build();
        var signed =
                signer.sign(wish ->
                        wish.identity(identity)
                                .request(request)
                                .payload(() -> new ByteArrayInputStream(body))
                                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                                .putProperty(AwsV4HttpSigner.REGION_NAME, region));
        signed.request()
                .forEachHeader((name, values) -> {
                    if (!name.equalsIgnoreCase("host")) {
                        out.headers().set(name, String.join(",", values));
                    }
                });
    }

    private static String authority(Outgoing out) {
        return out.port() == 443 || out.port() == 80 ? out.host() : out.host() + ":" + out.port();
    }

    static String region(String host) {
        var found = REGION.matcher(host);
        return found.find() ? found.group(1) : DEFAULT_REGION;
    }
}
