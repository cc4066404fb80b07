-- Whom the installation as a whole writes to.
alter table config_version add column contacts text not null default '{}';
comment on column config_version.contacts is 'JSON: recipients of reports and alerts';

-- What looks wrong, told once: raised in the transaction that found it, so neither is without the
-- other. Who is told of it is planned afterwards.
CREATE TABLE alert (
    id         uuid        PRIMARY KEY,
    tenant     text        NOT NULL,              -- empty: the installation's
    kind       text        NOT NULL CHECK (kind IN ('anomaly', 'budget', 'reconciliation')),
    subject    text        NOT NULL,              -- what it is about, the same however often found
    text       text        NOT NULL,
    details    text        NOT NULL,              -- JSON, as the REST interface shows the finding
    raised_at  timestamptz NOT NULL,
    planned_at timestamptz,                       -- when its deliveries were made
    UNIQUE (kind, subject)
);
CREATE INDEX alert_unplanned ON alert (raised_at) WHERE planned_at IS NULL;
CREATE INDEX alert_of_tenant ON alert (tenant, raised_at);

-- A delivery brings a month or an alert.
ALTER TABLE report_delivery ALTER COLUMN month DROP NOT NULL;
ALTER TABLE report_delivery ADD COLUMN alert uuid REFERENCES alert (id) ON DELETE CASCADE;
ALTER TABLE report_delivery ADD CHECK ((month IS NULL) <> (alert IS NULL));
ALTER TABLE report_delivery ADD UNIQUE (alert, kind, address);
ALTER TABLE report_delivery_try DROP CONSTRAINT report_delivery_try_delivery_fkey;
ALTER TABLE report_delivery_try ADD FOREIGN KEY (delivery) REFERENCES report_delivery (id)
    ON DELETE CASCADE;
