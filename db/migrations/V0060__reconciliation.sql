-- What providers say they billed. A day's figures are those of the newest file that covers it; older
-- ones stay as its former versions.
CREATE TABLE provider_bill (
    id            uuid        PRIMARY KEY,
    upstream      text        NOT NULL,
    format        text        NOT NULL,
    first_day     date        NOT NULL,          -- UTC
    last_day      date        NOT NULL,
    version       integer     NOT NULL,          -- of its days, counted from 1
    tells_tokens  boolean     NOT NULL,
    tells_money   boolean     NOT NULL,
    currency      text,                          -- of its money
    lines         integer     NOT NULL,
    sha256        text        NOT NULL,
    warnings      text        NOT NULL,          -- JSON list
    made_at       timestamptz NOT NULL,
    made_by       text        NOT NULL,
    CHECK (first_day <= last_day)
);
CREATE INDEX provider_bill_upstream ON provider_bill (upstream, last_day);

CREATE TABLE provider_bill_line (
    bill         uuid        NOT NULL REFERENCES provider_bill (id),
    line         integer     NOT NULL,
    starts_at    timestamptz NOT NULL,
    ends_at      timestamptz NOT NULL,
    model        text        NOT NULL,           -- the provider's name; '' where it says none
    key_id       text        NOT NULL,           -- likewise
    item         text        NOT NULL,
    requests     bigint,
    input        bigint,                         -- all input, cached and written too
    cached_input bigint,
    cache_write  bigint,
    output       bigint,
    amount_nanos bigint,
    PRIMARY KEY (bill, line)
);

-- From which difference on it is an alarm: of an upstream, or ('') of the installation.
CREATE TABLE reconciliation_threshold (
    upstream     text        PRIMARY KEY,
    percent      numeric     NOT NULL CHECK (percent >= 0),
    amount_nanos bigint      NOT NULL CHECK (amount_nanos >= 0),
    set_at       timestamptz NOT NULL,
    set_by       text        NOT NULL
);

-- Differences beyond the threshold, as they were when a bill came in.
CREATE TABLE reconciliation_alarm (
    bill          uuid        NOT NULL REFERENCES provider_bill (id),
    upstream      text        NOT NULL,
    day           date        NOT NULL,
    model         text        NOT NULL,
    currency      text,
    ours_tokens   bigint,
    theirs_tokens bigint,
    ours_nanos    bigint,
    theirs_nanos  bigint,
    raised_at     timestamptz NOT NULL,
    PRIMARY KEY (bill, day, model)
);
CREATE INDEX reconciliation_alarm_raised ON reconciliation_alarm (raised_at DESC);
