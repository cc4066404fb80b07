package dev.sluice.dataplane.config;

import io.netty.util.NetUtil;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Whether an address lies in a network, IPv4 and IPv6; no name is ever looked up. */
public final class Cidr {
    private Cidr() {}

    /** Whether it is an address, or one with a prefix length that it can have. */
    public static boolean isNetwork(String text) {
        var slash = text.indexOf('/');
        return contains(text, slash < 0 ? text : text.substring(0, slash));
    }

    public static boolean contains(String cidr, String address) {
        var slash = cidr.indexOf('/');
        var network = bytesOf(slash < 0 ? cidr : cidr.substring(0, slash));
        var candidate = bytesOf(address);
        if (network == null || candidate == null || network.length != candidate.length) {
            return false;
        }
        var bits = slash < 0 ? network.length * 8 : prefix(cidr.substring(slash + 1));
        return bits >= 0 && bits <= network.length * 8 && sameBits(network, candidate, bits);
    }

    /** An IPv4 address inside an IPv6 one is the IPv4 address. */
    private static byte @Nullable [] bytesOf(String address) {
        var bytes = NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes != null && bytes.length == 16 && address.startsWith("::ffff:")) {
            return Arrays.copyOfRange(bytes, 12, 16);
        }
        return bytes;
    }

    private static int prefix(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    private static boolean sameBits(byte[] a, byte[] b, int bits) {
        for (var i = 0; i < bits / 8; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        var rest = bits % 8;
        if (rest == 0) {
            return true;
        }
        var mask = 0xff << (8 - rest);
        return ((a[bits / 8] ^ b[bits / 8]) & mask & 0xff) == 0;
    }
}
