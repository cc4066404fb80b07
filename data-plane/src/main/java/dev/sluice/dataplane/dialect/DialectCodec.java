package dev.sluice.dataplane.dialect;

/** All that the gateway knows of one wire protocol. */
public interface DialectCodec {
    RequestCodec requests();

    ReplyCodec replies();

    StreamCodec streams();

    ErrorCodec errors();
}
