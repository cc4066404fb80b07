package dev.sluice.control.tenants;

/** A fresh key with its secret: the only time that the secret is shown. */
public record IssuedSecret(String path, String secret, String hint, long version) {
    @Override
    public String toString() {
        return "IssuedSecret[" + path + "]";
    }
}
