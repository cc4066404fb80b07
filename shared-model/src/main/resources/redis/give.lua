-- Ends or extends what an attempt has taken.
-- KEYS: one key per rule
-- ARGV: id, lease ms (0 ends it), then three per rule:
--       q (requests) | u (tokens)  per-minute  used minus taken   |   c  -  -
-- Returns now ms
local now = now_micros()
local now_ms = math.floor(now / 1000)
local lease = tonumber(ARGV[2])
for i = 1, #KEYS do
  local at = 3 + (i - 1) * 3
  if ARGV[at] ~= 'c' then
    rate_adjust(KEYS[i], ARGV[at], now, ARGV[at + 1], ARGV[at + 2])
  elseif lease == 0 then
    redis.call('ZREM', KEYS[i], ARGV[1])
  else
    redis.call('ZADD', KEYS[i], 'XX', now_ms + lease, ARGV[1])
    redis.call('PEXPIRE', KEYS[i], lease + 60000)
  end
end
return now_ms
