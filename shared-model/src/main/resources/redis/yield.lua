-- Gives a lease back, unless it ran out and is another's by now.
-- KEYS: lease
-- ARGV: owner
-- Returns 1 if it was the owner's
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
