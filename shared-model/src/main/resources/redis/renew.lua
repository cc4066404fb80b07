-- Extends the leases of a node's open reservations of one tenant and writes what each has used so
-- far: what a sweep would charge.
-- KEYS: holds, then one record per reservation
-- ARGV: lease ms, then four per reservation: id  money  tokens  output tokens
-- Returns {now ms, id, …}: the ids that are not held any more
local lease = tonumber(ARGV[1])
local now_ms = math.floor(now_micros() / 1000)
local lost = {now_ms}
for i = 2, #KEYS do
  local at = 2 + (i - 2) * 4
  local id = ARGV[at]
  local has = redis.call('HMGET', KEYS[i], 'state', 'leases')
  if has[1] == 'held' then
    redis.call('ZADD', KEYS[1], now_ms + lease, id)
    redis.call('HSET', KEYS[i], 'money', ARGV[at + 1], 'tokens', ARGV[at + 2], 'output', ARGV[at + 3])
    if has[2] then
      for key in string.gmatch(has[2], '%S+') do
        redis.call('ZADD', key, now_ms + lease, id)
        redis.call('PEXPIRE', key, lease + 60000)
      end
    end
  else
    lost[#lost + 1] = id
  end
end
return lost
