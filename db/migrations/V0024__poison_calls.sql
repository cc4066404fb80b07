-- Which call a record that was set aside is about, as far as its key tells: the ledger books such a
-- call from its receipt, and the row says why.
ALTER TABLE poison_record ADD COLUMN event_id uuid;

CREATE INDEX poison_record_event ON poison_record (event_id) WHERE event_id IS NOT NULL;
