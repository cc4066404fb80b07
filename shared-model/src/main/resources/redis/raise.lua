-- Raises the holds of an open reservation before a further attempt, all or nothing.
-- KEYS: record, then one key per budget
-- ARGV: deadline (ms, Redis clock; 0 none), then five per budget:
--       m|t  limit  amount  s|w  expires at (s)
-- Returns {status, now ms, …}: ok | refused, rule, why (held|spent), 0, spent, held | late
--   | closed, state ('' where there is no record)
local record = KEYS[1]
local now_ms = math.floor(now_micros() / 1000)
if tonumber(ARGV[1]) > 0 and now_ms > tonumber(ARGV[1]) then return {'late', now_ms} end
local has = redis.call('HMGET', record, 'state', 'budgets')
local state, lines = has[1], {has[2] or ''}
if state ~= 'held' then return {'closed', now_ms, state or ''} end
for i = 2, #KEYS do
  local at = 2 + (i - 2) * 5
  local has = redis.call('HMGET', KEYS[i], 'spent', 'held', 'sliced')
  local spent, held, amount = has[1] or '0', has[2] or '0', ARGV[at + 2]
  if ARGV[at + 3] == 's' and exceeds(ARGV[at + 1], spent, held, has[3] or '0', amount) then
    local why = exceeds(ARGV[at + 1], spent, amount, '0', '0') and 'spent' or 'held'
    return {'refused', now_ms, i - 1, why, 0, spent, held}
  end
end
for i = 2, #KEYS do
  local at = 2 + (i - 2) * 5
  redis.call('HINCRBY', KEYS[i], 'held', ARGV[at + 2])
  redis.call('EXPIREAT', KEYS[i], ARGV[at + 4])
  lines[#lines + 1] = 'h ' .. ARGV[at + 2] .. ' ' .. KEYS[i] .. '\n'
end
redis.call('HSET', record, 'budgets', table.concat(lines))
return {'ok', now_ms}
