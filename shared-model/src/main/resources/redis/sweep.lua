-- Closes reservations whose lease has run out: charges what they last carried, gives the rest back,
-- and lists every swept one until it is forgotten.
-- KEYS: holds, swept
-- ARGV: prefix of record keys, most per call, grace ms beyond the lease
-- Records and budgets are reached by name: they carry the tenant's hash tag and so share the slot.
-- Returns {now ms, {id, node, facts, money, tokens, output, swept at ms}, …}
local holds, swept, prefix = KEYS[1], KEYS[2], ARGV[1]
local now_ms = math.floor(now_micros() / 1000)
local due = redis.call('ZRANGEBYSCORE', holds, '-inf', now_ms - tonumber(ARGV[3]), 'LIMIT', 0, ARGV[2])
for _, id in ipairs(due) do
  local record = prefix .. id
  local has = redis.call('HMGET', record, 'state', 'budgets', 'leases', 'facts', 'money', 'tokens')
  redis.call('ZREM', holds, id)
  if has[1] == 'held' then
    free_leases(id, has[3])
    if has[4] == '' then
      -- A slice of a node that is gone: nothing was called, so nothing is booked.
      charge_holds(has[2], '0', '0')
      redis.call('DEL', record)
    else
      charge_holds(has[2], has[5], has[6])
      redis.call('HSET', record, 'state', 'swept')
      redis.call('ZADD', swept, now_ms, id)
    end
  end
end
local reply = {now_ms}
for _, id in ipairs(redis.call('ZRANGE', swept, 0, tonumber(ARGV[2]) - 1)) do
  local has = redis.call('HMGET', prefix .. id, 'state', 'node', 'facts', 'money', 'tokens', 'output')
  if has[1] == 'swept' then
    local at = redis.call('ZSCORE', swept, id)
    reply[#reply + 1] = {id, has[2], has[3], has[4], has[5], has[6] or '0', at}
  else
    redis.call('ZREM', swept, id)
  end
end
return reply
