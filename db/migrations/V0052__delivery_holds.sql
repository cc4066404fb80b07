-- Whoever sends a delivery holds its row for a while instead of a transaction for as long as the
-- receiver takes: many can be sent at a time, and one whose sender died is sent again later.
ALTER TABLE report_delivery ADD COLUMN held_until timestamptz;
-- Whom it waits for: a webhook's host, or the one mail server.
ALTER TABLE report_delivery ADD COLUMN receiver text NOT NULL GENERATED ALWAYS AS (
    CASE kind WHEN 'webhook' THEN lower(substring(address FROM '://([^/?#]*)')) ELSE 'mail' END
) STORED;
CREATE INDEX report_delivery_held ON report_delivery (held_until) WHERE held_until IS NOT NULL;
