-- What the waste report asks of every call of a month: to look into each event took a minute for a
-- million calls.
ALTER TABLE usage_entry
    ADD COLUMN truncated   boolean NOT NULL DEFAULT false,  -- at its output cap
    ADD COLUMN cap_asked   bigint,                          -- the caller's own output cap
    ADD COLUMN attempts    integer NOT NULL DEFAULT 0,
    ADD COLUMN first_model text NOT NULL DEFAULT '';        -- of the first attempt
ALTER TABLE usage_adjustment
    ADD COLUMN truncated   boolean NOT NULL DEFAULT false,
    ADD COLUMN cap_asked   bigint,
    ADD COLUMN attempts    integer NOT NULL DEFAULT 0,
    ADD COLUMN first_model text NOT NULL DEFAULT '';

ALTER TABLE usage_entry DISABLE TRIGGER USER;
ALTER TABLE usage_adjustment DISABLE TRIGGER USER;
UPDATE usage_entry
SET truncated = coalesce(lower(event ->> 'finishReason') IN
        ('length', 'max_tokens', 'max_output_tokens'), false),
    cap_asked = (event -> 'facts' ->> 'capAsked')::bigint,
    attempts = coalesce(json_array_length(event -> 'attempts'), 0),
    first_model = coalesce(event -> 'attempts' -> 0 ->> 'model', '');
UPDATE usage_adjustment
SET truncated = coalesce(lower(event ->> 'finishReason') IN
        ('length', 'max_tokens', 'max_output_tokens'), false),
    cap_asked = (event -> 'facts' ->> 'capAsked')::bigint,
    attempts = coalesce(json_array_length(event -> 'attempts'), 0),
    first_model = coalesce(event -> 'attempts' -> 0 ->> 'model', '');
ALTER TABLE usage_entry ENABLE TRIGGER USER;
ALTER TABLE usage_adjustment ENABLE TRIGGER USER;

DROP VIEW usage_effective;
CREATE VIEW usage_effective AS
SELECT e.*
FROM usage_entry e
WHERE NOT EXISTS (
    SELECT FROM usage_adjustment a WHERE a.day = e.day AND a.event_id = e.event_id)
UNION ALL
SELECT a.*
FROM usage_adjustment a;
