package dev.sluice.model.secret;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

/**
 * Seals upstream secrets with AES-256-GCM by a Tink keyset. The sealed text is bound to its
 * upstream and secret name, so that it cannot be moved to another.
 */
public final class SecretSealer {
    private final Aead aead;

    private SecretSealer(Aead aead) {
        this.aead = aead;
    }

    /** From a keyset in Tink's JSON form, as {@link #generateKeyset} writes it. */
    public static SecretSealer fromKeyset(String keysetJson) {
        try {
            AeadConfig.register();
            var keyset =
                    TinkJsonProtoKeysetFormat.parseKeyset(
                            keysetJson, InsecureSecretKeyAccess.get());
            return new SecretSealer(keyset.getPrimitive(RegistryConfiguration.get(), Aead.class));
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException(
                    "the keyset for sealing secrets cannot be read", unusable);
        }
    }

    /**
     * A new keyset with one AES-256-GCM key, in Tink's JSON form. Whoever holds it opens every
     * secret.
     */
    public static String generateKeyset() {
        try {
            AeadConfig.register();
            var keyset = KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM);
            return TinkJsonProtoKeysetFormat.serializeKeyset(keyset, InsecureSecretKeyAccess.get());
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("no keyset could be generated", broken);
        }
    }

    public String seal(String secret, String upstream, String name) {
        try {
            var sealed =
                    aead.encrypt(secret.getBytes(StandardCharsets.UTF_8), context(upstream, name));
            return Base64.getEncoder().encodeToString(sealed);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("a secret could not be sealed", broken);
        }
    }

    /** Fails where the text was sealed by another keyset or for another upstream or name. */
    public String open(String sealed, String upstream, String name) {
        try {
            var plain = aead.decrypt(Base64.getDecoder().decode(sealed), context(upstream, name));
            return new String(plain, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    "secret '"
                            + name
                            + "' of upstream '"
                            + upstream
                            + "' was not sealed by this installation's keyset",
                    unreadable);
        }
    }

    /** Seals bytes for a place that is named by the context, and no other. */
    public byte[] sealBytes(byte[] plain, String context) {
        try {
            return aead.encrypt(plain, context.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("bytes could not be sealed", broken);
        }
    }

    /** Fails where they were sealed by another keyset or for another place. */
    public byte[] openBytes(byte[] sealed, String context) {
        try {
            return aead.decrypt(sealed, context.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException unreadable) {
            throw new IllegalArgumentException("the bytes were not sealed for here", unreadable);
        }
    }

    private static byte[] context(String upstream, String name) {
        return (upstream + "\n" + name).getBytes(StandardCharsets.UTF_8);
    }
}
