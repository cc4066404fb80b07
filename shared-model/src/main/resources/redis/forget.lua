-- Says that swept or settled reservations are booked. Their records stay for a while: a late settle
-- still finds what a sweep charged, a repeated one finds that it was done.
-- KEYS: swept or settled, then one record per reservation
-- ARGV: tombstone ms, then one id per reservation
-- Returns the number of entries that were still listed
local gone = 0
for i = 2, #KEYS do
  gone = gone + redis.call('ZREM', KEYS[1], ARGV[i])
  if redis.call('HGET', KEYS[i], 'state') == 'settled' then
    entomb(KEYS[i], 'settled', ARGV[1])
  else
    redis.call('PEXPIRE', KEYS[i], ARGV[1])
  end
end
return gone
