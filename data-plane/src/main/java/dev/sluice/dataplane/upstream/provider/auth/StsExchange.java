package dev.sluice.dataplane.upstream.provider.auth;

import dev.sluice.model.route.TokenSource;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.io.StringReader;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * The temporary keys of a role at AWS: for {@code ACCESS_KEY:SECRET_KEY} by AssumeRole, for an
 * identity token by AssumeRoleWithWebIdentity. As a token they are what {@link AwsSignature} reads.
 */
public record StsExchange(TokenSource source) implements TokenExchange {
    private static final AwsSignature SIGNATURE = new AwsSignature("sts");
    private static final XMLInputFactory XML = plainXml();
    private static final Set<String> PARTS =
            Set.of("AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration");
    private static final Set<String> OVER =
            Set.of(
                    "ExpiredToken",
                    "ExpiredTokenException",
                    "InvalidClientTokenId",
                    "UnrecognizedClientException");

    private static XMLInputFactory plainXml() {
        var factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    @Override
    public boolean isNeeded(String secret) {
        return true;
    }

    @Override
    public String place(String root) {
        return source.tokenUrl() == null ? url(root) : "";
    }

    @Override
    public Ask ask(String root, String secret, Instant now) {
        var withKeys = secret.contains(":");
        var fields = new LinkedHashMap<String, String>();
        fields.put("Action", withKeys ? "AssumeRole" : "AssumeRoleWithWebIdentity");
        fields.put("Version", "2011-06-15");
        fields.put("RoleArn", Objects.requireNonNull(source.roleArn()));
        fields.put("RoleSessionName", "sluice");
        if (withKeys && source.externalId() != null) {
            fields.put("ExternalId", source.externalId());
        }
        if (!withKeys) {
            fields.put("WebIdentityToken", secret.strip());
        }
        var url = Objects.requireNonNullElseGet(source.tokenUrl(), () -> url(root));
        var form = TokenAnswer.form(fields);
        var headers = new HashMap<String, String>();
        if (withKeys) {
            headers.putAll(signature(root, url, form, secret));
        }
        headers.put("accept", "text/xml");
        return new Ask(url, headers, form);
    }

    private String url(String root) {
        var region = region(root);
        return "https://sts."
                + region
                + (region.startsWith("cn-") ? ".amazonaws.com.cn/" : ".amazonaws.com/");
    }

    private String region(String root) {
        return source.region() != null ? source.region() : AwsSignature.region(root);
    }

    private Map<String, String> signature(String root, String url, String form, String secret) {
        TokenAnswer.pair(secret);
        var uri = URI.create(url);
        var port = uri.getPort() >= 0 ? uri.getPort() : 443;
        var headers = MultiMap.caseInsensitiveMultiMap();
        headers.add("content-type", "application/x-www-form-urlencoded");
        var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        var out =
                new Outgoing(
                        "POST",
                        uri.getHost(),
                        port,
                        path,
                        region(root),
                        headers,
                        Buffer.buffer(form));
        SIGNATURE.authorize(out, secret);
        var signed = new HashMap<String, String>();
        headers.forEach(
                header -> signed.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        return signed;
    }

    @Override
    public boolean isOver(int status, @Nullable String code) {
        return code != null && OVER.contains(code);
    }

    @Override
    public @Nullable Token read(String answer, Instant now) {
        try {
            var parts = parts(answer);
            var life = Duration.between(now, Instant.parse(parts.getOrDefault("Expiration", "")));
            var value =
                    parts.getOrDefault("AccessKeyId", "")
                            + ":"
                            + parts.getOrDefault("SecretAccessKey", "")
                            + ":"
                            + parts.getOrDefault("SessionToken", "");
            return parts.keySet().containsAll(PARTS)
                            && TokenAnswer.isShowable(value)
                            && life.isPositive()
                    ? new Token(value, life.toSeconds())
                    : null;
        } catch (XMLStreamException | DateTimeException noneOfTheirs) {
            return null;
        }
    }

    private static Map<String, String> parts(String answer) throws XMLStreamException {
        var parts = new HashMap<String, String>();
        var reader = XML.createXMLStreamReader(new StringReader(answer));
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT
                    && PARTS.contains(reader.getLocalName())) {
                parts.put(reader.getLocalName(), reader.getElementText().strip());
            }
        }
        return parts;
    }
}
