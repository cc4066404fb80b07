package dev.sluice.control.rules;

import java.math.BigInteger;
import java.net.InetAddress;

/** A range of addresses in CIDR form; a bare address is a range of one. */
public record Network(BigInteger address, int bits, int prefix) {
    /** Reads a literal; no name is ever looked up, since the file's reader lets only digits in. */
    public static Network parse(String text) {
        var slash = text.indexOf('/');
        try {
            var literal = slash < 0 ? text : text.substring(0, slash);
            var bytes = InetAddress.ofLiteral(literal).getAddress();
            var bits = bytes.length * 8;
            var prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
            return new Network(new BigInteger(1, bytes), bits, prefix);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("'" + text + "' is not a network", unreadable);
        }
    }

    public boolean holds(Network other) {
        var shift = bits - prefix;
        return bits == other.bits
                && prefix <= other.prefix
                && address.shiftRight(shift).equals(other.address.shiftRight(shift));
    }
}
