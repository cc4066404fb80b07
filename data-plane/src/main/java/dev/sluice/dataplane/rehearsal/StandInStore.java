package dev.sluice.dataplane.rehearsal;

import dev.sluice.model.quota.QuotaScript;
import dev.sluice.model.quota.RedisKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Speaks as much of Redis as a node asks of it and admits everything: the node's whole way to its
 * store is walked, and the real one never hears of it.
 */
final class StandInStore {
    private static final String EPOCH = "rehearsal";

    /** Record, holds, revocations and epoch; each further key of an admission is a rule's. */
    private static final int KEYS_BEFORE_RULES = 4;

    private final NetServer server;
    private final InstantSource clock;

    StandInStore(Vertx vertx, InstantSource clock) {
        this.clock = clock;
        this.server =
                vertx.createNetServer().connectHandler(socket -> socket.handler(new Talk(socket)));
    }

    Future<String> listen() {
        return server.listen(0, "127.0.0.1").map(it -> "redis://127.0.0.1:" + it.actualPort());
    }

    /** One connection: commands as arrays of strings come in, in pieces of any size. */
    private final class Talk implements io.vertx.core.Handler<Buffer> {
        private final NetSocket socket;
        private Buffer unread = Buffer.buffer();
        private int at;

        Talk(NetSocket socket) {
            this.socket = socket;
        }

        @Override
        public void handle(Buffer piece) {
            unread.appendBuffer(piece);
            var replies = new StringBuilder();
            for (var command = next(); !command.isEmpty(); command = next()) {
                replies.append(answer(command));
            }
            if (!replies.isEmpty()) {
                socket.write(replies.toString());
            }
        }

        /** Empty where the next command is not whole yet. */
        private List<String> next() {
            var from = at;
            var words = new ArrayList<String>();
            var count = number('*');
            while (count >= 0 && words.size() < count) {
                var length = number('$');
                if (length < 0 || at + length + 2 > unread.length()) {
                    at = from;
                    return List.of();
                }
                words.add(unread.getString(at, at + length, StandardCharsets.UTF_8.name()));
                at += length + 2;
            }
            if (count < 0) {
                at = from;
                return List.of();
            }
            if (at == unread.length()) {
                unread = Buffer.buffer();
                at = 0;
            }
            return words;
        }

        /** The number of a line that begins with the mark; -1 where the line is not whole. */
        private int number(char mark) {
            for (var end = at + 1; end < unread.length(); end++) {
                if (unread.getByte(end) == '\n') {
                    if (unread.getByte(at) != mark) {
                        throw new IllegalStateException("this is no command of Redis");
                    }
                    var number = Integer.parseInt(unread.getString(at + 1, end - 1));
                    at = end + 1;
                    return number;
                }
            }
            return -1;
        }
    }

    private String answer(List<String> command) {
        return switch (command.getFirst().toUpperCase(Locale.ROOT)) {
            case "HELLO" -> "-ERR unknown command 'HELLO'\r\n";
            case "PING" -> "+PONG\r\n";
            case "GET" -> command.get(1).equals(RedisKeys.EPOCH) ? text(EPOCH) : "$-1\r\n";
            case "ZADD", "ZCOUNT", "SETNX" -> ":1\r\n";
            case "EVALSHA" -> script(command);
            default -> "+OK\r\n";
        };
    }

    private String script(List<String> command) {
        var now = ":" + clock.millis() + "\r\n";
        var sha1 = command.get(1);
        if (sha1.equals(QuotaScript.ADMIT.sha1())) {
            var rules = Integer.parseInt(command.get(2)) - KEYS_BEFORE_RULES;
            return "*" + (2 + 2 * rules) + "\r\n" + text("ok") + now + ":0\r\n".repeat(2 * rules);
        }
        if (sha1.equals(QuotaScript.SETTLE.sha1())) {
            return "*2\r\n" + text("held") + now;
        }
        return "*2\r\n" + text("ok") + now;
    }

    private static String text(String value) {
        return "$" + value.length() + "\r\n" + value + "\r\n";
    }
}
