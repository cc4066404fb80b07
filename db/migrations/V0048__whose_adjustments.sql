-- An adjustment belongs to the business line and the alias whose calls it corrects, or a report by
-- them would charge one for what another is given back.
ALTER TABLE ledger_adjustment
    ADD COLUMN business_line text NOT NULL DEFAULT '',
    ADD COLUMN alias         text NOT NULL DEFAULT '';
ALTER TABLE re_rating_line
    ADD COLUMN business_line text NOT NULL DEFAULT '',
    ADD COLUMN alias         text NOT NULL DEFAULT '';
