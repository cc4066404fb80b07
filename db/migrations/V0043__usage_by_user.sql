-- Sums by end user and UTC day, written and rebuilt like the other roll-ups.
CREATE TABLE usage_day_user (
    day                 date   NOT NULL,
    tenant              text   NOT NULL,
    app                 text   NOT NULL,
    end_user            text   NOT NULL,        -- '' where the caller named none
    alias               text   NOT NULL,
    model               text   NOT NULL,
    currency            text   NOT NULL,
    used_in             date   NOT NULL,
    billed_in           date   NOT NULL,
    requests            bigint NOT NULL,
    completed           bigint NOT NULL,
    failed              bigint NOT NULL,
    cancelled           bigint NOT NULL,
    interrupted         bigint NOT NULL,
    abandoned           bigint NOT NULL,
    rejected            bigint NOT NULL,
    cached              bigint NOT NULL,
    tokens_input        bigint NOT NULL,
    tokens_cached_input bigint NOT NULL,
    tokens_cache_write  bigint NOT NULL,
    tokens_output       bigint NOT NULL,
    tokens_reasoning    bigint NOT NULL,
    tokens_audio_input  bigint NOT NULL,
    tokens_audio_output bigint NOT NULL,
    cost_nanos          bigint NOT NULL,
    overrun_nanos       bigint NOT NULL,
    provider_cost_nanos bigint NOT NULL,
    total_ms            bigint NOT NULL,
    first_token_ms      bigint NOT NULL,
    first_tokens        bigint NOT NULL,
    gateway_ms          bigint NOT NULL,
    PRIMARY KEY (day, tenant, app, end_user, alias, model, currency, used_in, billed_in)
);
CREATE INDEX usage_day_user_billed ON usage_day_user (billed_in, tenant);
CREATE INDEX usage_day_user_empty ON usage_day_user (day) WHERE requests = 0 AND rejected = 0;

-- Nothing is closed yet, so what counts is what moved the sums.
INSERT INTO usage_day_user
SELECT (started_at AT TIME ZONE 'UTC')::date, tenant, app, end_user, alias, model, currency,
       used_in, billed_in,
       coalesce(sum(request_count) FILTER (WHERE status <> 'rejected'), 0),
       coalesce(sum(request_count) FILTER (WHERE status = 'completed'), 0),
       coalesce(sum(request_count) FILTER (WHERE status = 'failed'), 0),
       coalesce(sum(request_count) FILTER (WHERE status = 'cancelled'), 0),
       coalesce(sum(request_count) FILTER (WHERE status = 'interrupted'), 0),
       coalesce(sum(request_count) FILTER (WHERE status = 'abandoned'), 0),
       coalesce(sum(request_count) FILTER (WHERE status = 'rejected'), 0),
       coalesce(sum(request_count) FILTER (WHERE status = 'cached'), 0),
       sum(tokens_input), sum(tokens_cached_input), sum(tokens_cache_write), sum(tokens_output),
       sum(tokens_reasoning), sum(tokens_audio_input), sum(tokens_audio_output), sum(cost_nanos),
       sum(overrun_nanos), sum(provider_cost_nanos),
       coalesce(sum(total_ms) FILTER (WHERE status <> 'rejected'), 0),
       coalesce(sum(first_token_ms), 0), count(first_token_ms),
       coalesce(sum(gateway_ms) FILTER (WHERE status <> 'rejected'), 0)
FROM usage_effective
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
