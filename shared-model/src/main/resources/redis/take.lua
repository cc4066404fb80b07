-- Takes the limits of one attempt: an upstream's and an alias's own, all or nothing.
-- KEYS: one key per rule
-- ARGV: id, deadline (ms, Redis clock; 0 none), lease ms, then four per rule:
--       r  per-minute  burst  amount   |   c  limit  -  -
-- Returns {ok | late, now ms} | {refused, now ms, rule, wait ms}
local now = now_micros()
local now_ms = math.floor(now / 1000)
if tonumber(ARGV[2]) > 0 and now_ms > tonumber(ARGV[2]) then return {'late', now_ms} end
local found = {}
for i = 1, #KEYS do
  local at = 4 + (i - 1) * 4
  if ARGV[at] == 'r' then
    local amount = tonumber(ARGV[at + 3])
    local full_at, per_unit, wait =
      rate_state(KEYS[i], now, tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), amount, 0)
    if wait > 0 then return {'refused', now_ms, i, math.ceil(wait / 1000)} end
    found[i] = full_at + amount * per_unit
  else
    redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now_ms)
    if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[at + 1]) then
      return {'refused', now_ms, i, 1000}
    end
  end
end
local lease = tonumber(ARGV[3])
for i = 1, #KEYS do
  if found[i] then
    rate_write(KEYS[i], now, found[i])
  else
    redis.call('ZADD', KEYS[i], now_ms + lease, ARGV[1])
    redis.call('PEXPIRE', KEYS[i], lease + 60000)
  end
end
return {'ok', now_ms}
