package dev.sluice.dataplane.ingress;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The trace a call belongs to: the caller's by W3C Trace Context, or a new one. */
record TraceContext(String traceId, @Nullable String traceparent) {
    private static final int LENGTH = 55;
    private static final String NO_TRACE = "0".repeat(32);
    private static final String NO_SPAN = "0".repeat(16);

    static TraceContext of(@Nullable String traceparent) {
        return traceparent != null && isValid(traceparent)
                ? new TraceContext(traceparent.substring(3, 35), traceparent)
                : new TraceContext(newTraceId(), null);
    }

    /** Version 00 has exactly this form; later versions may go on after it. */
    private static boolean isValid(String text) {
        if (text.length() < LENGTH || text.startsWith("ff")) {
            return false;
        }
        if (text.length() > LENGTH && (text.startsWith("00") || text.charAt(LENGTH) != '-')) {
            return false;
        }
        return isHex(text, 0, 2)
                && text.charAt(2) == '-'
                && isHex(text, 3, 35)
                && text.charAt(35) == '-'
                && isHex(text, 36, 52)
                && text.charAt(52) == '-'
                && isHex(text, 53, LENGTH)
                && !text.startsWith(NO_TRACE, 3)
                && !text.startsWith(NO_SPAN, 36);
    }

    private static boolean isHex(String text, int from, int to) {
        for (var i = from; i < to; i++) {
            var c = text.charAt(i);
            if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
                return false;
            }
        }
        return true;
    }

    private static String newTraceId() {
        var random = ThreadLocalRandom.current();
        var hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong() | 1);
    }
}
