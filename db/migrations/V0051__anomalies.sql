-- Hours in which an app was far from its own habit: one row for each app, metric and hour.
CREATE TABLE anomaly (
    id              uuid             PRIMARY KEY,
    tenant          text             NOT NULL,
    app             text             NOT NULL,
    metric          text             NOT NULL,
    hour            timestamptz      NOT NULL,      -- its beginning
    value           double precision NOT NULL,
    usual           double precision NOT NULL,
    spread          double precision NOT NULL,
    calls           bigint           NOT NULL,
    currency        text             NOT NULL,
    found_at        timestamptz      NOT NULL,
    acknowledged_at timestamptz,
    acknowledged_by text,
    UNIQUE (tenant, app, metric, hour)
);
CREATE INDEX anomaly_hour ON anomaly (hour);
