package dev.sluice.dataplane.cache;

import dev.sluice.dataplane.call.CachedAnswer;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.gemini.GeminiFraming;
import dev.sluice.dataplane.dialect.lane.ReplyReplay;
import dev.sluice.dataplane.json.ForeignJson;

/**
 * A kept answer in the form that this caller asked for: whole or as a stream, with an id and a time
 * of its own.
 */
public record CachedReply(CachedAnswer answer, String contentType, byte[] body) {

    /** The bytes must be a reply of the call's dialect, as they are kept. */
    public static CachedReply of(RoutePlan plan, byte[] kept) {
        var call = plan.call();
        var codec = Codecs.of(call.dialect(), call.operation());
        var reply = codec.replies().read(kept);
        var exposed = plan.grant().alias().exposesModel();
        var context =
                new ReplyContext(
                        call.id(),
                        call.startedAt(),
                        exposed && reply.model() != null ? reply.model() : call.envelope().alias(),
                        call.envelope().usageAsked(),
                        GeminiFraming.laneDoor(call.door()),
                        codec.requests().read(call.door(), call.body()));
        var answer = new CachedAnswer(kept, reply.usage());
        if (call.envelope().stream()) {
            var events = ReplyReplay.stream(reply, codec.streams().writer(context));
            var stream = GeminiFraming.whole(call.door(), events);
            return new CachedReply(answer, codec.streams().contentType(call.door()), stream);
        }
        var written = codec.replies().write(reply, context);
        return new CachedReply(answer, "application/json", ForeignJson.bytes(written));
    }
}
