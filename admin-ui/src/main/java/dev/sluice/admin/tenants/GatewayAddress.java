package dev.sluice.admin.tenants;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Where applications reach the gateway; for the snippets that people copy. */
@Component
class GatewayAddress {
    private final String url;

    GatewayAddress(@Value("${SLUICE_GATEWAY_URL:http://127.0.0.1:8080}") String url) {
        this.url = url;
    }

    /** A call that works as it stands. */
    String curl(String secret, String alias) {
        return """
        curl %s/v1/chat/completions \\
          -H "Authorization: Bearer %s" \\
          -H "Content-Type: application/json" \\
          -d '{"model":"%s","messages":[{"role":"user","content":"Hello"}]}'\
        """
                .formatted(url, secret, alias);
    }
}
