-- Budgets that came near their end: one row for each budget, window and level (in percent).
CREATE TABLE budget_warning (
    tenant       text        NOT NULL,
    path         text        NOT NULL,             -- tenant/app/key/sub-key, down to the budget's level
    budget       text        NOT NULL,             -- Budget.id(): money:month, tokens:day:chat
    window_start timestamptz NOT NULL,
    level        smallint    NOT NULL CHECK (level IN (80, 100)),
    alias        text,
    unit         text        NOT NULL CHECK (unit IN ('money', 'tokens')),
    currency     text,                             -- of money
    window_kind  text        NOT NULL,
    window_end   timestamptz NOT NULL,
    amount_limit bigint      NOT NULL,             -- nanos or tokens, as they were then
    spent        bigint      NOT NULL,
    warned_at    timestamptz NOT NULL,
    PRIMARY KEY (path, budget, window_start, level)
);
CREATE INDEX budget_warning_tenant ON budget_warning (tenant, warned_at);
CREATE INDEX budget_warning_time ON budget_warning (warned_at);
