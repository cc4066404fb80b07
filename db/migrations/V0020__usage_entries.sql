-- The ledger rows of usage events: one row for each call whose key was recognised, never changed.
-- A row lies in the partition of the UTC day inside its event id (a UUID version 7), so that the
-- same event meets the same unique key whenever it is delivered again.
CREATE TABLE usage_entry (
    day                 date        NOT NULL,
    event_id            uuid        NOT NULL,
    started_at          timestamptz NOT NULL,
    status              text        NOT NULL CHECK (status IN ('completed', 'failed', 'cancelled',
                                        'interrupted', 'abandoned', 'rejected', 'cached')),
    http_status         integer     NOT NULL,
    error_code          text,
    request_id          text        NOT NULL,
    trace_id            text        NOT NULL,
    node                text        NOT NULL,
    tenant              text        NOT NULL,
    app                 text        NOT NULL,
    key_name            text        NOT NULL,
    sub_key             text        NOT NULL,      -- '' where the key itself called
    business_line       text        NOT NULL,      -- '' where the app has none
    alias               text        NOT NULL,
    model               text        NOT NULL,      -- '' where no target was chosen
    upstream            text        NOT NULL,
    request_count       integer     NOT NULL CHECK (request_count >= 1),
    tokens_input        bigint      NOT NULL CHECK (tokens_input >= 0),
    tokens_cached_input bigint      NOT NULL CHECK (tokens_cached_input >= 0),
    tokens_cache_write  bigint      NOT NULL CHECK (tokens_cache_write >= 0),
    tokens_output       bigint      NOT NULL CHECK (tokens_output >= 0),
    tokens_reasoning    bigint      NOT NULL CHECK (tokens_reasoning >= 0),
    tokens_audio_input  bigint      NOT NULL CHECK (tokens_audio_input >= 0),
    tokens_audio_output bigint      NOT NULL CHECK (tokens_audio_output >= 0),
    first_token_ms      bigint,
    total_ms            bigint      NOT NULL,
    gateway_ms          bigint      NOT NULL,
    cost_nanos          bigint      NOT NULL CHECK (cost_nanos >= 0),
    overrun_nanos       bigint      NOT NULL CHECK (overrun_nanos >= 0),
    provider_cost_nanos bigint      NOT NULL CHECK (provider_cost_nanos >= 0),
    provider_costs      jsonb       NOT NULL,      -- the same by upstream: {"upstream": nanos}
    currency            text        NOT NULL,
    price_version       text,
    config_version      bigint      NOT NULL,
    -- What the ledger's own rating came to, and whether the event agrees; null: could not be rated.
    rated_nanos         bigint,
    cost_agrees         boolean,
    origin              text        NOT NULL CHECK (origin IN ('event', 'sweep', 'receipt')),
    booked_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
    event               jsonb       NOT NULL,
    PRIMARY KEY (day, event_id)
) PARTITION BY RANGE (day);

CREATE INDEX usage_entry_trace ON usage_entry (trace_id);
CREATE INDEX usage_entry_request ON usage_entry (request_id);
CREATE INDEX usage_entry_tenant ON usage_entry (tenant, day, event_id);
CREATE INDEX usage_entry_disagreement ON usage_entry (day, event_id) WHERE cost_agrees = false;

-- The true result of a call that had been booked as abandoned. It stands in for the entry wherever
-- usage is shown; the entry stays as it was booked.
CREATE TABLE usage_adjustment (
    LIKE usage_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (day, event_id),
    FOREIGN KEY (day, event_id) REFERENCES usage_entry (day, event_id)
);

-- What counts: each entry, or the adjustment that corrected it.
CREATE VIEW usage_effective AS
SELECT e.*
FROM usage_entry e
WHERE NOT EXISTS (
    SELECT FROM usage_adjustment a WHERE a.day = e.day AND a.event_id = e.event_id)
UNION ALL
SELECT a.*
FROM usage_adjustment a;

-- The days that have partitions, so that looking costs no catalogue scan.
CREATE TABLE usage_day_partition (
    day        date        PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Nothing booked is ever changed or deleted; retention drops whole partitions.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: book a correction instead of a %', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER usage_entry_append_only
    BEFORE UPDATE OR DELETE ON usage_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usage_adjustment_append_only
    BEFORE UPDATE OR DELETE ON usage_adjustment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
