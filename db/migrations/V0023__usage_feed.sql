-- How far each partition of a topic is booked. Kept here, not in Kafka: rows, roll-ups and offset
-- change in one transaction. topic_id tells a topic that was made anew under the old name.
CREATE TABLE consumer_offset (
    topic       text        NOT NULL,
    partition   integer     NOT NULL,
    topic_id    text        NOT NULL,
    next_offset bigint      NOT NULL,
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (topic, partition)
);

-- A record that could not be booked, kept with the reason; at most 64 KB of its payload.
CREATE TABLE poison_record (
    topic       text        NOT NULL,
    partition   integer     NOT NULL,
    topic_id    text        NOT NULL,
    "offset"    bigint      NOT NULL,
    reason      text        NOT NULL,
    detail      text        NOT NULL,
    payload     bytea       NOT NULL CHECK (octet_length(payload) <= 65536),
    payload_bytes bigint    NOT NULL,
    set_aside_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (topic, partition, topic_id, "offset")
);
