-- Money moves as double entry: a transaction is a set of signed postings that sum to zero for each
-- currency. Debits are positive. Both tables are append-only and partitioned like usage_entry.
CREATE TABLE ledger_transaction (
    day        date        NOT NULL,
    id         uuid        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('usage', 'adjustment')),
    event_id   uuid        NOT NULL,
    tenant     text        NOT NULL,
    posted_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (day, id)
) PARTITION BY RANGE (day);

CREATE INDEX ledger_transaction_event ON ledger_transaction (event_id);

-- party: the tenant of a tenant's account, the upstream of a provider's account.
CREATE TABLE ledger_posting (
    day            date     NOT NULL,
    transaction_id uuid     NOT NULL,
    line           smallint NOT NULL,
    account        text     NOT NULL CHECK (account IN ('tenant_receivable', 'usage_revenue',
                                'platform_overrun', 'provider_expense', 'provider_payable')),
    party          text     NOT NULL,
    currency       text     NOT NULL,
    amount_nanos   bigint   NOT NULL CHECK (amount_nanos <> 0),
    PRIMARY KEY (day, transaction_id, line)
) PARTITION BY RANGE (day);

CREATE INDEX ledger_posting_account ON ledger_posting (account, party, day);

-- All postings of a transaction are written by one statement, and that statement must balance.
CREATE FUNCTION require_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unbalanced record;
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
    RETURN NULL;
END
$$;

CREATE TRIGGER ledger_posting_balance
    AFTER INSERT ON ledger_posting
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION require_balance();
CREATE TRIGGER ledger_posting_append_only
    BEFORE UPDATE OR DELETE ON ledger_posting
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transaction_append_only
    BEFORE UPDATE OR DELETE ON ledger_transaction
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE VIEW account_balance AS
SELECT account, party, currency, sum(amount_nanos) AS balance_nanos
FROM ledger_posting
GROUP BY account, party, currency;

-- Makes the partitions of a day. Attaching (rather than creating in place) lets readers go on, and
-- the advisory lock makes several control planes wait for each other instead of failing.
CREATE FUNCTION ensure_usage_day(wanted date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    child  text;
BEGIN
    IF EXISTS (SELECT FROM usage_day_partition WHERE day = wanted) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('sluice.usage_day'));
    IF EXISTS (SELECT FROM usage_day_partition WHERE day = wanted) THEN
        RETURN;
    END IF;
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
END
$$;
