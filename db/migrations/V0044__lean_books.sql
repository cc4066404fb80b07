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
