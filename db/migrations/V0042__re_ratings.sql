-- What booked calls would have cost at other prices, and whether that was carried out.
CREATE TABLE re_rating (
    id          uuid        PRIMARY KEY,
    model       text        NOT NULL,
    tenant      text,                           -- null: all
    from_at     timestamptz NOT NULL,
    to_at       timestamptz NOT NULL,
    prices      text        NOT NULL,           -- JSON of the model's prices
    reason      text        NOT NULL,
    calls       bigint      NOT NULL,
    unrated     bigint      NOT NULL,
    made_at     timestamptz NOT NULL,
    made_by     text        NOT NULL,
    approved_at timestamptz,
    approved_by text
);

-- One adjustment each, where the cost changes.
CREATE TABLE re_rating_line (
    re_rating    uuid    NOT NULL REFERENCES re_rating (id),
    line         integer NOT NULL,
    tenant       text    NOT NULL,
    app          text    NOT NULL,
    model        text    NOT NULL,
    used_in      date    NOT NULL,
    currency     text    NOT NULL,
    calls        bigint  NOT NULL,
    before_nanos bigint  NOT NULL,
    after_nanos  bigint  NOT NULL,
    PRIMARY KEY (re_rating, line)
);

-- The calls whose cost changes. The next re-rating begins from what an approved one made of them.
CREATE TABLE re_rated_call (
    re_rating    uuid   NOT NULL REFERENCES re_rating (id),
    day          date   NOT NULL,
    event_id     uuid   NOT NULL,
    before_nanos bigint NOT NULL,
    after_nanos  bigint NOT NULL,
    PRIMARY KEY (re_rating, event_id)
);
CREATE INDEX re_rated_call_event ON re_rated_call (event_id);
