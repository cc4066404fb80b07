-- Charges what a call really used and gives the rest of its holds back; at most once per id.
-- KEYS: record, holds, epoch, then one key per token rate, then one key per budget
-- ARGV: id, tombstone ms, money, tokens, epoch to book in where there is no record ('' never), number of rates,
--       then three per rate: per-minute  taken  used
--       then two per budget: m|t  expires at (s)
-- Budgets are only charged from KEYS where there is no record (a call admitted locally, or a store
-- that lost it), and only in counters that bear the epoch: what is charged before they are rebuilt
-- would be lost in the rebuild. Else the record says which.
-- Returns {state before, now ms}: held | settled | released | swept | '' (no record; booked)
--   | lost (no record; nothing done)
-- What a reservation that was held leaves is a receipt, listed until the ledger has the call: its
-- facts and what was charged. Should the node's event be lost, the call is booked from it.
local MOST_RECEIPTS, RECEIPT_MS = 200000, '86400000'
local record, holds = KEYS[1], KEYS[2]
local id, ttl, money, tokens = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local rates = tonumber(ARGV[6])
local now = now_micros()
local now_ms = floor(now / 1000)
local has = call('HMGET', record, 'state', 'budgets', 'leases')
local state = has[1] or ''

if state == 'held' then
  charge_holds(has[2], money, tokens)
  free_leases(id, has[3])
  call('ZREM', holds, id)
  for i = 1, rates do
    local at = 7 + (i - 1) * 3
    rate_adjust(KEYS[3 + i], 'u', now, ARGV[at], ARGV[at + 2] - ARGV[at + 1])
  end
  local receipts = holds .. ':settled'
  if call('ZCARD', receipts) >= MOST_RECEIPTS then
    entomb(record, 'settled', ttl)
  else
    call('HSET', record, 'state', 'settled', 'money', money, 'tokens', tokens, 'budgets', '', 'leases', '')
    call('PEXPIRE', record, RECEIPT_MS)
    call('ZADD', receipts, whole(now_ms), id)
  end
elseif state == 'swept' then
  -- The node was only late: the budgets move by the difference to what the sweep charged.
  local charged = call('HMGET', record, 'money', 'tokens')
  for kind, key in string.gmatch(has[2] or '', '(%l) %-?%d+ ([^\n]+)\n') do
    if kind == 'm' then
      call('HINCRBY', key, 'spent', money)
      call('HINCRBY', key, 'spent', negated(charged[1]))
    elseif kind == 't' then
      call('HINCRBY', key, 'spent', tokens)
      call('HINCRBY', key, 'spent', negated(charged[2]))
    end
  end
  call('ZREM', holds .. ':swept', id)
  entomb(record, 'settled', ttl)
elseif state == '' and (ARGV[5] == '' or call('GET', KEYS[3]) ~= ARGV[5]) then
  state = 'lost'
elseif state == '' then
  local first = 7 + rates * 3
  for i = 4 + rates, #KEYS do
    local at = first + (i - 4 - rates) * 2
    call('HINCRBY', KEYS[i], 'spent', ARGV[at] == 'm' and money or tokens)
    call('EXPIREAT', KEYS[i], ARGV[at + 1])
  end
  for i = 1, rates do
    local at = 7 + (i - 1) * 3
    rate_adjust(KEYS[3 + i], 'u', now, ARGV[at], ARGV[at + 2])
  end
  entomb(record, 'settled', ttl)
end
return {state, now_ms}
