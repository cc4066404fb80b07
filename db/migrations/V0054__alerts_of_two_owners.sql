-- A tenant and the installation may name the same webhook, each with a secret of its own: one's
-- delivery does not stand for the other's.
ALTER TABLE report_delivery DROP CONSTRAINT report_delivery_alert_kind_address_key;
ALTER TABLE report_delivery ADD UNIQUE (alert, tenant, kind, address);
