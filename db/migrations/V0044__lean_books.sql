-- What made booking dear. A roll-up's row is updated by many batches: an index over its figures, be
-- it only in the condition, makes each update write every index anew. Without one, and with room in
-- the page, an update touches the row's page alone.
DROP INDEX usage_quarter_hour_empty;
DROP INDEX usage_day_empty;
DROP INDEX usage_day_user_empty;
ALTER TABLE usage_quarter_hour SET (fillfactor = 70);
ALTER TABLE usage_day SET (fillfactor = 70);
ALTER TABLE usage_day_user SET (fillfactor = 70);
ALTER TABLE account_month SET (fillfactor = 50);

-- Balances are kept in account_month, and a transaction of usage has the id of its event.
DROP INDEX ledger_posting_account;
DROP INDEX ledger_transaction_event;

-- An event is kept as it came. PostgreSQL checks that it is JSON; to take it apart and to put it
-- together for every call that nobody ever looks at cost a tenth of the booking.
DROP VIEW usage_effective;
ALTER TABLE usage_entry ALTER COLUMN event TYPE json USING event::text::json;
ALTER TABLE usage_adjustment ALTER COLUMN event TYPE json USING event::text::json;
CREATE VIEW usage_effective AS
SELECT e.*
FROM usage_entry e
WHERE NOT EXISTS (
    SELECT FROM usage_adjustment a WHERE a.day = e.day AND a.event_id = e.event_id)
UNION ALL
SELECT a.*
FROM usage_adjustment a;

-- Compressed where the server has the cheap way, LZ4, as most have. PostgreSQL's own costs more than
-- all the row's indexes: without LZ4, rows stay as they are, half as large again.
DO $$
BEGIN
    ALTER TABLE usage_entry ALTER COLUMN event SET COMPRESSION lz4;
    ALTER TABLE usage_adjustment ALTER COLUMN event SET COMPRESSION lz4;
EXCEPTION
    WHEN feature_not_supported THEN
        RAISE NOTICE 'the server has no LZ4: events are kept uncompressed';
END
$$;

CREATE OR REPLACE FUNCTION ensure_usage_day(wanted date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parent  text;
    child   text;
    dropped timestamptz;
BEGIN
    SELECT dropped_at INTO dropped FROM usage_day_partition WHERE day = wanted;
    IF NOT FOUND THEN
        PERFORM pg_advisory_xact_lock(hashtext('sluice.usage_day'));
        SELECT dropped_at INTO dropped FROM usage_day_partition WHERE day = wanted;
        IF NOT FOUND THEN
            FOREACH parent IN ARRAY ARRAY['usage_entry', 'ledger_transaction', 'ledger_posting'] LOOP
                child := parent || '_' || to_char(wanted, 'YYYYMMDD');
                EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS '
                    'INCLUDING COMPRESSION)', child, parent);
                IF EXISTS (SELECT FROM pg_attribute
                           WHERE attrelid = parent::regclass AND attname = 'event'
                             AND attcompression <> 'l') THEN
                    EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', child);
                END IF;
                EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                    parent, child, wanted, wanted + 1);
                EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I '
                    'FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', child);
            END LOOP;
            INSERT INTO usage_day_partition (day) VALUES (wanted);
            RETURN;
        END IF;
    END IF;
    IF dropped IS NOT NULL THEN
        RAISE EXCEPTION 'the entries of % were dropped at % by retention', wanted, dropped
            USING ERRCODE = 'check_violation';
    END IF;
END
$$;
