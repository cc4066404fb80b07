-- Gives everything back that a call had taken; also before its admission has arrived, which then
-- finds the id closed.
-- KEYS: record, holds, then one key per rate
-- ARGV: id, tombstone ms, then three per rate: q (requests) | u (tokens)  per-minute  taken
-- Returns {state before, now ms}: held | settled | released | swept | '' (no record)
local record, holds = KEYS[1], KEYS[2]
local id, ttl = ARGV[1], ARGV[2]
local now = now_micros()
local has = call('HMGET', record, 'state', 'budgets', 'leases')
local state = has[1] or ''
if state == 'held' then
  charge_holds(has[2], '0', '0')
  free_leases(id, has[3])
  redis.call('ZREM', holds, id)
  for i = 3, #KEYS do
    local at = 3 + (i - 3) * 3
    rate_adjust(KEYS[i], ARGV[at], now, ARGV[at + 1], -ARGV[at + 2])
  end
end
if state == 'held' or state == '' then entomb(record, 'released', ttl) end
return {state, math.floor(now / 1000)}
