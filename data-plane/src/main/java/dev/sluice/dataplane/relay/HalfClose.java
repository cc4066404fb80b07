package dev.sluice.dataplane.relay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import org.jspecify.annotations.Nullable;

/**
 * Lets a stream go on when the caller has shut only its sending side. Without a stream a shut side
 * means that the caller is gone, as everywhere.
 */
final class HalfClose extends ChannelInboundHandlerAdapter {
    private static final String NAME = "sluice-half-close";

    private @Nullable Runnable onShut;
    private boolean shut;

    /** The channel's own one. */
    static HalfClose of(Channel channel) {
        if (channel.pipeline().get(NAME) instanceof HalfClose present) {
            return present;
        }
        var handler = new HalfClose();
        channel.pipeline().addFirst(NAME, handler);
        return handler;
    }

    void allow(Channel channel, Runnable whenShut) {
        onShut = whenShut;
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    }

    /**
     * Returns whether the caller's side was shut meanwhile: then the connection has had its use.
     */
    boolean endAllowance(Channel channel) {
        onShut = null;
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        return shut;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            shut = true;
            if (onShut == null) {
                var _ = context.close();
            } else {
                onShut.run();
            }
            return;
        }
        super.userEventTriggered(context, event);
    }
}
