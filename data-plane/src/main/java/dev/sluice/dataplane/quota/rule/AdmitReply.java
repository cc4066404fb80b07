package dev.sluice.dataplane.quota.rule;

import java.util.ArrayList;
import java.util.List;

/** What the store said to an admission. */
public sealed interface AdmitReply {
    /** The store's clock when it answered, in milliseconds. */
    long nowMs();

    /** All is taken; for each rule what is in use now. */
    record Admitted(long nowMs, List<InUse> inUse) implements AdmitReply {}

    /**
     * State of a rule after the call, of a budget before it.
     *
     * @param units of a rate, or calls at once; for a budget what is spent
     * @param held of a budget; of a rate what the node was given ahead
     */
    record InUse(long units, long held) {}

    /**
     * A rule refuses; nothing is taken.
     *
     * @param rule place of the rule that refused, from 0
     * @param why {@code rate}, {@code held} or {@code spent}
     * @param sliced what nodes have set aside of a budget
     */
    record Refused(
            long nowMs, int rule, String why, long waitMs, long spent, long held, long sliced)
            implements AdmitReply {}

    /** It arrived after its deadline and did nothing. */
    record Late(long nowMs) implements AdmitReply {}

    /** The key is revoked. */
    record Revoked(long nowMs) implements AdmitReply {}

    /** The tenant's counters belong to another life of the store. */
    record OtherEpoch(long nowMs, String stored) implements AdmitReply {}

    /** The reservation had ended before. */
    record Closed(long nowMs) implements AdmitReply {}

    public static AdmitReply read(List<Object> reply) {
        var nowMs = number(reply.get(1));
        return switch (String.valueOf(reply.getFirst())) {
            case "ok" -> admitted(nowMs, reply);
            case "refused" ->
                    new Refused(
                            nowMs,
                            (int) number(reply.get(2)) - 1,
                            String.valueOf(reply.get(3)),
                            number(reply.get(4)),
                            number(reply.get(5)),
                            number(reply.get(6)),
                            reply.size() > 7 ? number(reply.get(7)) : 0);
            case "late" -> new Late(nowMs);
            case "revoked" -> new Revoked(nowMs);
            case "epoch" -> new OtherEpoch(nowMs, String.valueOf(reply.get(2)));
            case "closed" -> new Closed(nowMs);
            case String other -> throw new IllegalStateException("unknown reply " + other);
        };
    }

    private static Admitted admitted(long nowMs, List<Object> reply) {
        var inUse = new ArrayList<InUse>((reply.size() - 2) / 2);
        for (var i = 2; i < reply.size(); i += 2) {
            inUse.add(new InUse(number(reply.get(i)), number(reply.get(i + 1))));
        }
        return new Admitted(nowMs, inUse);
    }

    private static long number(Object value) {
        return value instanceof Long number ? number : Long.parseLong(String.valueOf(value));
    }
}
