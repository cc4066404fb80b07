-- The sum of whole numbers as a whole number, refused where it overflows. sum(bigint) counts in
-- numeric: its states take five times the memory, and have to be packed for each worker.
CREATE AGGREGATE whole_sum (bigint) (
    SFUNC = int8pl,
    STYPE = bigint,
    COMBINEFUNC = int8pl,
    PARALLEL = SAFE
);
