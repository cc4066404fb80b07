-- Sums over what counts (usage_effective). Quarters of an hour in UTC meet the day and month
-- boundaries of every time zone in use; whole UTC days are the fast path of long ranges. Both are
-- written in the transaction that books the entries and can be rebuilt from them at any time.
CREATE TABLE usage_quarter_hour (
    bucket              timestamptz NOT NULL,
    tenant              text        NOT NULL,
    app                 text        NOT NULL,
    key_name            text        NOT NULL,
    sub_key             text        NOT NULL,
    business_line       text        NOT NULL,
    alias               text        NOT NULL,
    model               text        NOT NULL,
    upstream            text        NOT NULL,
    currency            text        NOT NULL,
    requests            bigint      NOT NULL,      -- all but rejected
    completed           bigint      NOT NULL,
    failed              bigint      NOT NULL,
    cancelled           bigint      NOT NULL,
    interrupted         bigint      NOT NULL,
    abandoned           bigint      NOT NULL,
    rejected            bigint      NOT NULL,
    cached              bigint      NOT NULL,
    tokens_input        bigint      NOT NULL,
    tokens_cached_input bigint      NOT NULL,
    tokens_cache_write  bigint      NOT NULL,
    tokens_output       bigint      NOT NULL,
    tokens_reasoning    bigint      NOT NULL,
    tokens_audio_input  bigint      NOT NULL,
    tokens_audio_output bigint      NOT NULL,
    cost_nanos          bigint      NOT NULL,
    overrun_nanos       bigint      NOT NULL,
    provider_cost_nanos bigint      NOT NULL,
    total_ms            bigint      NOT NULL,
    first_token_ms      bigint      NOT NULL,
    first_tokens        bigint      NOT NULL,      -- calls that have a first_token_ms
    gateway_ms          bigint      NOT NULL,
    PRIMARY KEY (bucket, tenant, app, key_name, sub_key, business_line, alias, model, upstream,
                 currency)
);
CREATE INDEX usage_quarter_hour_tenant ON usage_quarter_hour (tenant, bucket);

CREATE TABLE usage_day (LIKE usage_quarter_hour INCLUDING ALL);
ALTER TABLE usage_day RENAME COLUMN bucket TO day;
ALTER TABLE usage_day ALTER COLUMN day TYPE date USING (day AT TIME ZONE 'UTC')::date;

-- Rows that adjustments emptied are removed; they are found without reading the others.
CREATE INDEX usage_quarter_hour_empty ON usage_quarter_hour (bucket)
    WHERE requests = 0 AND rejected = 0;
CREATE INDEX usage_day_empty ON usage_day (day) WHERE requests = 0 AND rejected = 0;
