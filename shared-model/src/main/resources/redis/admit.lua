-- Takes every limit and budget of a call, all or nothing, and writes its reservation.
-- KEYS: record, holds, revoked, epoch, then one key per rule; rules of one key stand together
-- ARGV: id, deadline (ms, Redis clock; 0 none), lease ms, epoch, key ids (space between), node,
--       facts ('' takes a node's slice), money charged if swept, tokens charged if swept, check (1) or assert (0),
--       then per rule:
--       rate:        q (requests) | u (tokens)  per-minute  burst  amount
--                    Q | U: the same, then  back  ahead
--                    back: what the node returns of units taken ahead (negative: owes); ahead: what it would like
--                    for its next calls and gets only as long as no more than half of the burst is in use
--       concurrency: c  limit
--       budget:      m|t  limit  amount  s (strict) | w (watched)  expires at (s)
-- Returns {status, now ms, …}:
--   ok, then two per rule: units in use, of them given ahead | calls in flight, 0 | spent, held before it
--   refused, rule (from 1), why (rate|held|spent), wait ms, spent, held, and of a budget sliced
--   late | revoked, key id | epoch, the stored one or '' | closed, state
local record, holds = KEYS[1], KEYS[2]
local id, sliced = ARGV[1], ARGV[7] == ''
local now = now_micros()
local now_ms = floor(now / 1000)

local state = call('HGET', record, 'state')
local fresh = not state
local checked = ARGV[10] == '1'
if state and (state ~= 'held' or not checked) then return {'closed', now_ms, state} end
if checked and fresh then
  local deadline = tonumber(ARGV[2])
  if deadline > 0 and now_ms > deadline then return {'late', now_ms} end
  local epoch = call('GET', KEYS[4]) or ''
  if epoch ~= ARGV[4] then return {'epoch', now_ms, epoch} end
  for key_id in string.gmatch(ARGV[5], '%S+') do
    if call('SISMEMBER', KEYS[3], key_id) == 1 then return {'revoked', now_ms, key_id} end
  end
end
local checks = checked and fresh

local reply = {'ok', now_ms}
local at, out = 11, 3
local rated = {}
local last, q, u, x
for i = 5, #KEYS do
  local key, kind = KEYS[i], ARGV[at]
  if kind == 'm' or kind == 't' then
    local has = call('HMGET', key, 'spent', 'held', 'sliced')
    local spent, held = has[1] or '0', has[2] or '0'
    if checks and ARGV[at + 3] == 's' then
      local limit, amount, apart = ARGV[at + 1], ARGV[at + 2], has[3] or '0'
      if exceeds(limit, spent, held, apart, amount) then
        local why = exceeds(limit, spent, amount, '0', '0') and 'spent' or 'held'
        return {'refused', now_ms, i - 4, why, 0, spent, held, apart}
      end
    end
    reply[out], reply[out + 1] = spent, held
    if not (has[1] or has[2] or has[3]) then rated[i] = true end
    at = at + 5
  elseif kind == 'c' then
    local busy = call('ZCARD', key)
    if checks and busy >= tonumber(ARGV[at + 1]) then
      -- Some may be of nodes that are gone.
      call('ZREMRANGEBYSCORE', key, '-inf', now_ms)
      busy = call('ZCARD', key)
      if busy >= tonumber(ARGV[at + 1]) then
        return {'refused', now_ms, i - 4, 'rate', 1000, '0', '0'}
      end
    end
    reply[out], reply[out + 1] = fresh and busy + 1 or busy, 0
    at = at + 2
  else
    if key ~= last then
      if last and checks then rated[last] = {x, q, u} end
      last = key
      q, u, x = rates_read(key, now)
    end
    local requests, ahead = kind == 'q' or kind == 'Q', 0
    local full_at = requests and q or u
    local per_unit = 60000000 / ARGV[at + 1]
    if checks then
      local burst, amount = tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
      local fast = kind == 'Q' or kind == 'U'
      if fast then full_at = math.max(now, full_at - ARGV[at + 4] * per_unit) end
      local wait = rate_wait(full_at, now, per_unit, burst, amount)
      if wait > 0 then return {'refused', now_ms, i - 4, 'rate', math.ceil(wait / 1000), '0', '0'} end
      full_at = full_at + amount * per_unit
      if fast then
        ahead = math.min(tonumber(ARGV[at + 5]), floor(burst / 2 - (full_at - now) / per_unit))
        ahead = math.max(0, ahead)
        full_at = full_at + ahead * per_unit
      end
      if requests then q = full_at else u = full_at end
    end
    reply[out], reply[out + 1] = floor((full_at - now) / per_unit + 0.5), ahead
    at = at + ((kind == 'q' or kind == 'u') and 4 or 6)
  end
  out = out + 2
end
if state then return reply end

if last and checks then rated[last] = {x, q, u} end
local until_ms = whole(now_ms + ARGV[3])
local lines, leases = {}, nil
at = 11
for i = 5, #KEYS do
  local key, kind = KEYS[i], ARGV[at]
  if kind == 'm' or kind == 't' then
    local amount = ARGV[at + 2]
    call('HINCRBY', key, sliced and 'sliced' or 'held', amount)
    if rated[i] then call('EXPIREAT', key, ARGV[at + 4]) end
    lines[#lines + 1] = (sliced and 's ' or kind .. ' ') .. amount .. ' ' .. key .. '\n'
    at = at + 5
  elseif kind == 'c' then
    call('ZADD', key, until_ms, id)
    leases = leases and leases .. ' ' .. key or key
    at = at + 2
  else
    local write = rated[key]
    if write then
      rates_write(key, now, write[1], write[2], 'q', write[3], 'u')
      rated[key] = nil
    end
    at = at + ((kind == 'q' or kind == 'u') and 4 or 6)
  end
end
call('HSET', record, 'state', 'held', 'node', ARGV[6], 'facts', ARGV[7], 'money', ARGV[8], 'tokens', ARGV[9],
  'budgets', table.concat(lines), 'leases', leases or '')
call('ZADD', holds, until_ms, id)
return reply
