-- Says that swept reservations are booked; their records stay for a while, so that a late settle
-- still finds what was charged.
-- KEYS: swept, then one record per reservation
-- ARGV: tombstone ms, then one id per reservation
-- Returns the number of entries that were still listed
local gone = 0
for i = 2, #KEYS do
  gone = gone + redis.call('ZREM', KEYS[1], ARGV[i])
  redis.call('PEXPIRE', KEYS[i], ARGV[1])
end
return gone
