-- Gives everything back that a call had taken; also before its admission has arrived, which then
-- finds the id closed.
-- KEYS: record, holds, then one key per rate
-- ARGV: id, tombstone ms, then two per rate: per-minute  taken
-- Returns {state before, now ms}: held | settled | released | swept | '' (no record)
local record, holds = KEYS[1], KEYS[2]
local id, ttl = ARGV[1], ARGV[2]
local now = now_micros()
local fields = redis.call('HGETALL', record)
local state = field(fields, 'state') or ''
if state == 'held' then
  charge_holds(record, fields, '0', '0')
  free_leases(id, field(fields, 'leases'))
  redis.call('ZREM', holds, id)
  for i = 3, #KEYS do
    local at = 3 + (i - 3) * 2
    rate_adjust(KEYS[i], now, tonumber(ARGV[at]), -tonumber(ARGV[at + 1]))
  end
end
if state == 'held' or state == '' then entomb(record, 'released', ttl) end
return {state, math.floor(now / 1000)}
