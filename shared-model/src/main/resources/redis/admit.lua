-- Takes every limit and budget of a call, all or nothing, and writes its reservation.
-- KEYS: record, holds, revoked, epoch, then one key per rule
-- ARGV: id, deadline (ms, Redis clock; 0 none), lease ms, epoch, key ids (space between), node,
--       facts ('' takes a node's slice), money charged if swept, tokens charged if swept, check (1) or assert (0),
--       then six per rule:
--       rate:        r  per-minute  burst  amount  back  ahead
--                    back: what the node returns of units taken ahead (negative: owes); ahead: what it would like
--                    for its next calls and gets only as long as no more than half of the burst is in use
--       concurrency: c  limit       -      -       -      -
--       budget:      m|t  limit  amount  s (strict) | w (watched)  expires at (s)  -
-- Returns {status, now ms, …}:
--   ok, then per rule: {units in use, of them given ahead} | {calls in flight} | {spent, held} each after the call
--   refused, rule (from 1), why (rate|held|spent), wait ms, spent, held, and of a budget sliced
--   late | revoked, key id | epoch, the stored one or '' | closed, state
local record, holds, revoked, epoch_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, deadline, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local checked = ARGV[10] == '1'
local sliced = ARGV[7] == ''
local now = now_micros()
local now_ms = math.floor(now / 1000)
local FIRST, WIDTH = 11, 6

local state = redis.call('HGET', record, 'state')
if state and state ~= 'held' then return {'closed', now_ms, state} end
if state and not checked then return {'closed', now_ms, 'held'} end
if checked and not state then
  if deadline > 0 and now_ms > deadline then return {'late', now_ms} end
  local epoch = redis.call('GET', epoch_key) or ''
  if epoch ~= ARGV[4] then return {'epoch', now_ms, epoch} end
  for key_id in string.gmatch(ARGV[5], '%S+') do
    if redis.call('SISMEMBER', revoked, key_id) == 1 then return {'revoked', now_ms, key_id} end
  end
end

local rules = #KEYS - 4
local found, reply = {}, {'ok', now_ms}
for i = 1, rules do
  local key, at = KEYS[4 + i], FIRST + (i - 1) * WIDTH
  local kind = ARGV[at]
  if kind == 'r' then
    local per_minute, burst, amount = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
    local full_at, per_unit, wait = rate_state(key, now, per_minute, burst, amount, tonumber(ARGV[at + 4]))
    if checked and not state and wait > 0 then
      return {'refused', now_ms, i, 'rate', math.ceil(wait / 1000), '0', '0'}
    end
    local ahead = 0
    if not state and checked then
      full_at = full_at + amount * per_unit
      ahead = tonumber(ARGV[at + 5])
      if ahead > 0 then
        ahead = math.max(0, math.min(ahead, math.floor(burst / 2 - (full_at - now) / per_unit)))
        full_at = full_at + ahead * per_unit
      end
    end
    found[i] = full_at
    reply[2 + i] = {math.floor((full_at - now) / per_unit + 0.5), ahead}
  elseif kind == 'c' then
    if not state then redis.call('ZREMRANGEBYSCORE', key, '-inf', now_ms) end
    local busy = redis.call('ZCARD', key)
    if checked and not state and busy >= tonumber(ARGV[at + 1]) then
      return {'refused', now_ms, i, 'rate', 1000, '0', '0'}
    end
    reply[2 + i] = {state and busy or busy + 1}
  else
    local has = redis.call('HMGET', key, 'spent', 'held', 'sliced')
    local spent, held, amount = has[1] or '0', has[2] or '0', ARGV[at + 2]
    if checked and not state and ARGV[at + 3] == 's'
      and exceeds(ARGV[at + 1], spent, held, has[3] or '0', amount) then
      local why = exceeds(ARGV[at + 1], spent, amount) and 'spent' or 'held'
      return {'refused', now_ms, i, why, 0, spent, held, has[3] or '0'}
    end
    found[i] = has[1] or has[2] or has[3]
    reply[2 + i] = {spent, held}
  end
end
if state then return reply end

local fields = {'state', 'held', 'node', ARGV[6], 'facts', ARGV[7], 'money', ARGV[8], 'tokens', ARGV[9]}
local leases = {}
local until_ms = now_ms + lease
for i = 1, rules do
  local key, at = KEYS[4 + i], FIRST + (i - 1) * WIDTH
  local kind = ARGV[at]
  if kind == 'r' then
    if checked then rate_write(key, now, found[i]) end
  elseif kind == 'c' then
    redis.call('ZADD', key, until_ms, id)
    redis.call('PEXPIRE', key, lease + 60000)
    leases[#leases + 1] = key
  else
    local amount = ARGV[at + 2]
    redis.call('HINCRBY', key, sliced and 'sliced' or 'held', amount)
    if not found[i] then redis.call('EXPIREAT', key, ARGV[at + 4]) end
    fields[#fields + 1] = (sliced and 's' or kind) .. ':' .. key
    fields[#fields + 1] = amount
    -- What the caller is told is the state after this call, and HMGET is exact where + is not.
    reply[2 + i] = redis.call('HMGET', key, 'spent', 'held')
    for j = 1, 2 do reply[2 + i][j] = reply[2 + i][j] or '0' end
  end
end
if #leases > 0 then
  fields[#fields + 1] = 'leases'
  fields[#fields + 1] = table.concat(leases, ' ')
end
redis.call('HSET', record, unpack(fields))
redis.call('ZADD', holds, until_ms, id)
return reply
