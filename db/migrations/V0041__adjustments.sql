-- Money that tenants are charged or given back beside their calls. Each has a ledger transaction of
-- its id, and is borne by a month that was open when it was made.
CREATE TABLE ledger_adjustment (
    id           uuid        PRIMARY KEY,
    kind         text        NOT NULL CHECK (kind IN ('manual', 're-rating')),
    tenant       text        NOT NULL,
    app          text        NOT NULL,              -- '' for the tenant as a whole
    model        text        NOT NULL,              -- '' for none in particular
    used_in      date,                              -- null where it is about no calls
    billed_in    date        NOT NULL,
    amount_nanos bigint      NOT NULL CHECK (amount_nanos <> 0),
    currency     text        NOT NULL,
    reason       text        NOT NULL,
    reference    text        NOT NULL,
    made_at      timestamptz NOT NULL,
    made_by      text        NOT NULL,
    UNIQUE (tenant, reference)
);
CREATE INDEX ledger_adjustment_billed ON ledger_adjustment (tenant, billed_in);
CREATE TRIGGER ledger_adjustment_append_only
    BEFORE UPDATE OR DELETE ON ledger_adjustment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
