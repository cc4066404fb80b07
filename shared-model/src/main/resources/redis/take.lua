-- Takes the limits of one attempt: an upstream's and an alias's own, all or nothing.
-- KEYS: one key per rule; rules of one key stand together
-- ARGV: id, deadline (ms, Redis clock; 0 none), lease ms, then per rule:
--       q (requests) | u (tokens)  per-minute  burst  amount   |   c  limit
-- Returns {ok | late, now ms} | {refused, now ms, rule, wait ms}
local now = now_micros()
local now_ms = floor(now / 1000)
if tonumber(ARGV[2]) > 0 and now_ms > tonumber(ARGV[2]) then return {'late', now_ms} end
local writes = {}
local at, last, q, u, x = 4, nil, nil, nil, nil
for i = 1, #KEYS do
  local key, kind = KEYS[i], ARGV[at]
  if kind == 'c' then
    call('ZREMRANGEBYSCORE', key, '-inf', now_ms)
    if call('ZCARD', key) >= tonumber(ARGV[at + 1]) then return {'refused', now_ms, i, 1000} end
    at = at + 2
  else
    if key ~= last then
      last = key
      q, u, x = rates_read(key, now)
    end
    local per_unit, amount = 60000000 / ARGV[at + 1], tonumber(ARGV[at + 3])
    local full_at = kind == 'q' and q or u
    local wait = rate_wait(full_at, now, per_unit, tonumber(ARGV[at + 2]), amount)
    if wait > 0 then return {'refused', now_ms, i, math.ceil(wait / 1000)} end
    full_at = full_at + amount * per_unit
    if kind == 'q' then q = full_at else u = full_at end
    writes[key] = {x, q, u}
    at = at + 4
  end
end
local lease = tonumber(ARGV[3])
at = 4
for i = 1, #KEYS do
  local key = KEYS[i]
  if ARGV[at] == 'c' then
    call('ZADD', key, now_ms + lease, ARGV[1])
    call('PEXPIRE', key, lease + 60000)
    at = at + 2
  else
    local write = writes[key]
    if write then
      rates_write(key, now, write[1], write[2], 'q', write[3], 'u')
      writes[key] = nil
    end
    at = at + 4
  end
end
return {'ok', now_ms}
