-- Charges what a call really used and gives the rest of its holds back; at most once per id.
-- KEYS: record, holds, then one key per token rate, then one key per budget
-- ARGV: id, tombstone ms, money, tokens, book where there is no record (1|0), number of rates,
--       then three per rate: per-minute  taken  used
--       then two per budget: m|t  expires at (s)
-- Budgets are only charged from KEYS where there is no record (a call admitted locally, or a store
-- that lost it); else the record says which.
-- Returns {state before, now ms}: held | settled | released | swept | '' (no record)
local record, holds = KEYS[1], KEYS[2]
local id, ttl, money, tokens = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local rates = tonumber(ARGV[6])
local now = now_micros()
local now_ms = math.floor(now / 1000)
local fields = redis.call('HGETALL', record)
local state = field(fields, 'state') or ''

if state == 'held' then
  charge_holds(record, fields, money, tokens)
  free_leases(id, field(fields, 'leases'))
  redis.call('ZREM', holds, id)
  for i = 1, rates do
    local at = 7 + (i - 1) * 3
    rate_adjust(KEYS[2 + i], now, tonumber(ARGV[at]), tonumber(ARGV[at + 2]) - tonumber(ARGV[at + 1]))
  end
  entomb(record, 'settled', ttl)
elseif state == 'swept' then
  -- The node was only late: the budgets move by the difference to what the sweep charged.
  for i = 1, #fields, 2 do
    local kind, key = string.sub(fields[i], 1, 2), string.sub(fields[i], 3)
    if kind == 'm:' or kind == 't:' then
      local charged = field(fields, kind == 'm:' and 'money' or 'tokens')
      redis.call('HINCRBY', key, 'spent', kind == 'm:' and money or tokens)
      redis.call('HINCRBY', key, 'spent', negated(charged))
    end
  end
  redis.call('ZREM', holds .. ':swept', id)
  entomb(record, 'settled', ttl)
elseif state == '' and ARGV[5] == '1' then
  local first = 7 + rates * 3
  for i = 3 + rates, #KEYS do
    local at = first + (i - 3 - rates) * 2
    redis.call('HINCRBY', KEYS[i], 'spent', ARGV[at] == 'm' and money or tokens)
    redis.call('EXPIREAT', KEYS[i], ARGV[at + 1])
  end
  for i = 1, rates do
    local at = 7 + (i - 1) * 3
    rate_adjust(KEYS[2 + i], now, tonumber(ARGV[at]), tonumber(ARGV[at + 2]))
  end
  entomb(record, 'settled', ttl)
end
return {state, now_ms}
