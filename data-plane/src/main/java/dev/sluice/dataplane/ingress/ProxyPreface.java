package dev.sluice.dataplane.ingress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol.TransportProtocol;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * What a proxy may say before the first request of a connection: the PROXY protocol, version 1 or
 * 2. It is looked for only on connections from trusted proxies, and need not be there. From others
 * its bytes are no HTTP. Vert.x's own switch would believe everybody and refuse whoever sends none.
 */
public final class ProxyPreface extends ByteToMessageDecoder {
    private ProxyPreface() {}

    /** To be called before the first byte of the connection is read. */
    public static void expectOn(Channel channel, ClientAddress addresses) {
        if (channel.remoteAddress() instanceof InetSocketAddress peer
                && peer.getAddress() != null
                && addresses.isTrusted(peer.getAddress().getHostAddress())) {
            channel.pipeline().addFirst(new ProxyPreface());
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        switch (HAProxyMessageDecoder.detectProtocol(in).state()) {
            case NEEDS_MORE_DATA -> {}
            case INVALID -> context.pipeline().remove(this);
            case DETECTED -> {
                var pipeline = context.pipeline();
                pipeline.addAfter(context.name(), null, new SourceReader());
                pipeline.addAfter(context.name(), null, new HAProxyMessageDecoder());
                pipeline.remove(this);
            }
        }
    }

    /**
     * Takes the client's address over; a proxy's own checks (LOCAL) and others than TCP have none.
     */
    private static final class SourceReader extends SimpleChannelInboundHandler<HAProxyMessage> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, HAProxyMessage told) {
            var source = told.sourceAddress();
            if (told.command() == HAProxyCommand.PROXY
                    && told.proxiedProtocol().transportProtocol() == TransportProtocol.STREAM
                    && source != null
                    && !source.startsWith("/")) {
                context.channel()
                        .attr(ConnectionBase.REMOTE_ADDRESS_OVERRIDE)
                        .set(SocketAddress.inetSocketAddress(told.sourcePort(), source));
            }
            context.pipeline().remove(this);
        }

        /** A preface that begins well and goes on badly: who calls cannot be known. */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var ignored = context.close();
        }
    }
}
