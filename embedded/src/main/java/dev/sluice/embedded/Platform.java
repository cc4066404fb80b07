package dev.sluice.embedded;

import java.util.Locale;

/** The machines that the servers' binaries are shipped for. */
enum Platform {
    LINUX_AMD64,
    LINUX_ARM64;

    static Platform current() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch", "");
        if (os.contains("linux")) {
            if (arch.equals("amd64") || arch.equals("x86_64")) {
                return LINUX_AMD64;
            }
            if (arch.equals("aarch64")) {
                return LINUX_ARM64;
            }
        }
        throw new ServerStartException(
                "The embedded servers run on Linux (x86-64 or arm64); this is %s %s. Use deploy/compose there."
                        .formatted(System.getProperty("os.name"), arch));
    }
}
