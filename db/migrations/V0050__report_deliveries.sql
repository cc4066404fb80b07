-- A month's report on its way to one recipient: planned once, delivered once. A control plane holds
-- the row's lock while it sends, so that no other one sends the same.
CREATE TABLE report_delivery (
    id           uuid        PRIMARY KEY,
    tenant       text        NOT NULL,
    month        date        NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('mail', 'webhook')),
    address      text        NOT NULL,
    secret       text,                          -- name of the secret that a webhook is signed with
    formats      text        NOT NULL,          -- by commas
    state        text        NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    tries        integer     NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL,
    planned_at   timestamptz NOT NULL,
    delivered_at timestamptz,
    last_fault   text,
    UNIQUE (tenant, month, kind, address)
);
CREATE INDEX report_delivery_due ON report_delivery (due_at) WHERE state = 'waiting';

CREATE TABLE report_delivery_try (
    delivery uuid        NOT NULL REFERENCES report_delivery (id),
    number   integer     NOT NULL,
    at       timestamptz NOT NULL,
    took_ms  bigint      NOT NULL,
    fault    text,                              -- null: it was taken
    PRIMARY KEY (delivery, number)
);

-- What webhooks are signed with, sealed like upstream secrets.
CREATE TABLE report_secret (
    tenant     text        NOT NULL,
    name       text        NOT NULL,
    sealed     text        NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by text        NOT NULL,
    PRIMARY KEY (tenant, name)
);
