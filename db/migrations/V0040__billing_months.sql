-- Months: the one in which a call was made, by its tenant's calendar, and the one whose bill bears
-- it. They differ where the books of the first were closed before the call was booked. A month is
-- written as its first day, 2026-11-01, whatever day of it the tenant's month begins on.
ALTER TABLE usage_entry
    ADD COLUMN end_user  text NOT NULL DEFAULT '',      -- '' where the caller named none
    ADD COLUMN used_in   date,
    ADD COLUMN billed_in date;
ALTER TABLE usage_adjustment
    ADD COLUMN end_user  text NOT NULL DEFAULT '',
    ADD COLUMN used_in   date,
    ADD COLUMN billed_in date;
ALTER TABLE ledger_posting ADD COLUMN billed_in date;

-- What stands in the books by now belongs to the month of its tenant's zone, and nothing is closed.
CREATE FUNCTION pg_temp.month_of(of_tenant text, at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
    SELECT date_trunc('month', at AT TIME ZONE coalesce(
        (SELECT z.name
         FROM config_document d JOIN pg_timezone_names z ON z.name = d.body::jsonb ->> 'timeZone'
         WHERE d.kind = 'tenant' AND d.path = of_tenant), 'UTC'))::date
$$;
ALTER TABLE usage_entry DISABLE TRIGGER USER;
ALTER TABLE usage_adjustment DISABLE TRIGGER USER;
ALTER TABLE ledger_posting DISABLE TRIGGER USER;
UPDATE usage_entry
SET end_user = coalesce(event ->> 'endUser', ''),
    used_in = pg_temp.month_of(tenant, started_at), billed_in = pg_temp.month_of(tenant, started_at);
UPDATE usage_adjustment
SET end_user = coalesce(event ->> 'endUser', ''),
    used_in = pg_temp.month_of(tenant, started_at), billed_in = pg_temp.month_of(tenant, started_at);
UPDATE ledger_posting p
SET billed_in = e.billed_in
FROM ledger_transaction t JOIN usage_entry e ON e.day = t.day AND e.event_id = t.event_id
WHERE t.day = p.day AND t.id = p.transaction_id;
ALTER TABLE usage_entry ENABLE TRIGGER USER;
ALTER TABLE usage_adjustment ENABLE TRIGGER USER;
ALTER TABLE ledger_posting ENABLE TRIGGER USER;
ALTER TABLE usage_entry ALTER COLUMN used_in SET NOT NULL, ALTER COLUMN billed_in SET NOT NULL;
ALTER TABLE usage_adjustment ALTER COLUMN used_in SET NOT NULL, ALTER COLUMN billed_in SET NOT NULL;
ALTER TABLE ledger_posting ALTER COLUMN billed_in SET NOT NULL;

DROP VIEW usage_effective;
CREATE VIEW usage_effective AS
SELECT e.*
FROM usage_entry e
WHERE NOT EXISTS (
    SELECT FROM usage_adjustment a WHERE a.day = e.day AND a.event_id = e.event_id)
UNION ALL
SELECT a.*
FROM usage_adjustment a;

-- Roll-ups by both months. The days are made of the quarters, since one day may hold two months.
ALTER TABLE usage_quarter_hour ADD COLUMN used_in date, ADD COLUMN billed_in date;
UPDATE usage_quarter_hour
SET used_in = pg_temp.month_of(tenant, bucket), billed_in = pg_temp.month_of(tenant, bucket);
ALTER TABLE usage_quarter_hour
    ALTER COLUMN used_in SET NOT NULL,
    ALTER COLUMN billed_in SET NOT NULL,
    DROP CONSTRAINT usage_quarter_hour_pkey,
    ADD PRIMARY KEY (bucket, tenant, app, key_name, sub_key, business_line, alias, model, upstream,
                     currency, used_in, billed_in);

TRUNCATE usage_day;
ALTER TABLE usage_day
    ADD COLUMN used_in   date NOT NULL,
    ADD COLUMN billed_in date NOT NULL,
    DROP CONSTRAINT usage_day_pkey,
    ADD PRIMARY KEY (day, tenant, app, key_name, sub_key, business_line, alias, model, upstream,
                     currency, used_in, billed_in);
CREATE INDEX usage_day_billed ON usage_day (billed_in, tenant);
INSERT INTO usage_day
SELECT (bucket AT TIME ZONE 'UTC')::date, tenant, app, key_name, sub_key, business_line, alias,
       model, upstream, currency, sum(requests), sum(completed), sum(failed), sum(cancelled),
       sum(interrupted), sum(abandoned), sum(rejected), sum(cached), sum(tokens_input),
       sum(tokens_cached_input), sum(tokens_cache_write), sum(tokens_output), sum(tokens_reasoning),
       sum(tokens_audio_input), sum(tokens_audio_output), sum(cost_nanos), sum(overrun_nanos),
       sum(provider_cost_nanos), sum(total_ms), sum(first_token_ms), sum(first_tokens),
       sum(gateway_ms), used_in, billed_in
FROM usage_quarter_hour
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, used_in, billed_in;

-- The sums of each account by the month that bears them: balances without a look at the postings,
-- and for good, also when retention has dropped those.
CREATE TABLE account_month (
    account      text   NOT NULL,
    party        text   NOT NULL,
    currency     text   NOT NULL,
    billed_in    date   NOT NULL,
    amount_nanos bigint NOT NULL,
    PRIMARY KEY (account, party, currency, billed_in)
);
INSERT INTO account_month
SELECT account, party, currency, billed_in, sum(amount_nanos)
FROM ledger_posting
GROUP BY account, party, currency, billed_in;

DROP VIEW account_balance;
CREATE VIEW account_balance AS
SELECT account, party, currency, sum(amount_nanos) AS balance_nanos
FROM account_month
GROUP BY account, party, currency;

-- Which months of a tenant anything was booked into: what is to be closed some day.
CREATE TABLE billing_month (
    tenant text NOT NULL,
    month  date NOT NULL,
    PRIMARY KEY (tenant, month)
);
INSERT INTO billing_month SELECT DISTINCT tenant, billed_in FROM usage_quarter_hour;

-- The bill of a tenant's month. With it the month is closed, and so is every month before it.
CREATE TABLE billing_statement (
    tenant    text        NOT NULL,
    month     date        NOT NULL,
    begins_at timestamptz NOT NULL,
    ends_at   timestamptz NOT NULL,
    content   text        NOT NULL,     -- JSON, kept to the byte
    sha256    text        NOT NULL,     -- of the content in UTF-8, in hex
    closed_at timestamptz NOT NULL,
    closed_by text        NOT NULL,
    PRIMARY KEY (tenant, month)
);
CREATE TRIGGER billing_statement_append_only
    BEFORE UPDATE OR DELETE ON billing_statement
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- All postings of a transaction are written by one statement. It must balance, it may not post to
-- a month that is closed, and it moves the accounts.
CREATE OR REPLACE FUNCTION require_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unbalanced record;
    closed     record;
BEGIN
    SELECT transaction_id, currency, sum(amount_nanos) AS difference INTO unbalanced
    FROM written
    GROUP BY day, transaction_id, currency
    HAVING sum(amount_nanos) <> 0
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'postings of transaction % differ by % nano-%',
            unbalanced.transaction_id, unbalanced.difference, unbalanced.currency
            USING ERRCODE = 'check_violation';
    END IF;
    SELECT w.party, w.billed_in INTO closed
    FROM (SELECT DISTINCT party, billed_in FROM written
          WHERE account IN ('tenant_receivable', 'usage_revenue')) w
    JOIN billing_statement s ON s.tenant = w.party AND s.month >= w.billed_in
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the month % of tenant % is closed', closed.billed_in, closed.party
            USING ERRCODE = 'restrict_violation';
    END IF;
    INSERT INTO account_month (account, party, currency, billed_in, amount_nanos)
    SELECT account, party, currency, billed_in, sum(amount_nanos)
    FROM written
    GROUP BY account, party, currency, billed_in
    ORDER BY account, party, currency, billed_in
    ON CONFLICT (account, party, currency, billed_in)
    DO UPDATE SET amount_nanos = account_month.amount_nanos + EXCLUDED.amount_nanos;
    RETURN NULL;
END
$$;

-- Retention: a day's entries and postings go as a whole, once every month they belong to is closed.
-- The day stays known, so that an event of it that comes again is refused, not booked again.
ALTER TABLE usage_day_partition ADD COLUMN dropped_at timestamptz;
ALTER TABLE usage_adjustment DROP CONSTRAINT usage_adjustment_day_event_id_fkey;

CREATE FUNCTION refuse_delete_of_kept_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM usage_day_partition WHERE day = OLD.day AND dropped_at IS NULL) THEN
        RAISE EXCEPTION '% is append-only: book a correction instead of a %', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END
$$;
DROP TRIGGER usage_adjustment_append_only ON usage_adjustment;
CREATE TRIGGER usage_adjustment_append_only
    BEFORE UPDATE OR TRUNCATE ON usage_adjustment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usage_adjustment_goes_with_its_day
    BEFORE DELETE ON usage_adjustment
    FOR EACH ROW EXECUTE FUNCTION refuse_delete_of_kept_day();

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
                EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)',
                    child, parent);
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

-- Whether the day went. A day whose months are not all closed stays. Readers are not waited for
-- longer than a moment: then the day goes at another time.
CREATE FUNCTION drop_usage_day(unwanted date) RETURNS boolean LANGUAGE plpgsql
SET lock_timeout = '2s' AS $$
DECLARE
    parent text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('sluice.usage_day'));
    IF NOT EXISTS (SELECT FROM usage_day_partition WHERE day = unwanted AND dropped_at IS NULL) THEN
        RETURN false;
    END IF;
    IF EXISTS (
        SELECT FROM (
            -- A call begins on the day of its id or a moment before or after it.
            SELECT DISTINCT tenant, billed_in FROM usage_day
            WHERE day BETWEEN unwanted - 1 AND unwanted + 1
            UNION
            SELECT DISTINCT party, billed_in FROM ledger_posting
            WHERE day = unwanted AND account = 'tenant_receivable') AS months
        WHERE NOT EXISTS (
            SELECT FROM billing_statement s
            WHERE s.tenant = months.tenant AND s.month >= months.billed_in)) THEN
        RETURN false;
    END IF;
    UPDATE usage_day_partition SET dropped_at = clock_timestamp() WHERE day = unwanted;
    DELETE FROM usage_adjustment WHERE day = unwanted;
    FOREACH parent IN ARRAY ARRAY['ledger_posting', 'ledger_transaction', 'usage_entry'] LOOP
        EXECUTE format('DROP TABLE %I', parent || '_' || to_char(unwanted, 'YYYYMMDD'));
    END LOOP;
    RETURN true;
END
$$;
