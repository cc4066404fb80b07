-- Put in front of every script. Amounts are int64 as decimal text. A Lua number holds integers
-- exactly only up to 2^53, so amounts are added and compared in two limbs of base 10^9 and written
-- with HINCRBY alone, which is exact.
local BASE = 1000000000

local function now_micros()
  local t = redis.call('TIME')
  return tonumber(t[1]) * 1000000 + tonumber(t[2])
end

local function limbs(text)
  local negative = string.byte(text, 1) == 45
  if negative then text = string.sub(text, 2) end
  local n = #text
  local high, low
  if n <= 9 then
    high, low = 0, tonumber(text)
  else
    high, low = tonumber(string.sub(text, 1, n - 9)), tonumber(string.sub(text, n - 8))
  end
  if negative then return -high, -low end
  return high, low
end

-- Whether the sum of the amounts is more than the limit.
local function exceeds(limit, ...)
  local high, low, h, l = 0, 0, 0, 0
  for i = 1, select('#', ...) do
    h, l = limbs((select(i, ...)))
    high, low = high + h, low + l
  end
  h, l = limbs(limit)
  high, low = high - h, low - l
  local carry = math.floor(low / BASE)
  high, low = high + carry, low - carry * BASE
  return high > 0 or (high == 0 and low > 0)
end

local function negated(text)
  if text == '0' then return '0' end
  if string.byte(text, 1) == 45 then return string.sub(text, 2) end
  return '-' .. text
end

-- A rate is a bucket of `burst` units that refills with `per_minute` a minute, kept as the instant
-- (in microseconds) at which it is full again. A call that wants more than the bucket holds is let
-- through when the bucket is full, and leaves it in debt. Returns units in use, and the wait in
-- microseconds when the call may not pass.
local function rate_state(key, now, per_minute, burst, amount, back)
  local full_at = tonumber(redis.call('GET', key) or '0')
  if full_at < now then full_at = now end
  local per_unit = 60000000 / per_minute
  if back ~= 0 then full_at = math.max(now, full_at - back * per_unit) end
  local used = (full_at - now) / per_unit
  local wait = (used - (burst - math.min(amount, burst))) * per_unit
  if wait > 0.5 then return full_at, per_unit, wait end
  return full_at, per_unit, 0
end

local function rate_write(key, now, full_at)
  if full_at <= now then
    redis.call('DEL', key)
  else
    local ms = math.ceil((full_at - now) / 1000) + 1000
    redis.call('SET', key, string.format('%.17g', full_at), 'PX', string.format('%.0f', ms))
  end
end

-- Moves a bucket by what a call used more (or less) than it had taken.
local function rate_adjust(key, now, per_minute, by)
  local full_at = tonumber(redis.call('GET', key) or '0')
  if full_at < now then full_at = now end
  rate_write(key, now, full_at + by * (60000000 / per_minute))
end

local function free_leases(id, leases)
  if leases then
    for key in string.gmatch(leases, '%S+') do redis.call('ZREM', key, id) end
  end
end

-- Gives back every hold of a record and charges the amounts instead. Fields of the record: `m:<key>`
-- holds money and `t:<key>` tokens of the budget at that key; `s:<key>` is a node's slice of it.
local function charge_holds(record, fields, money, tokens)
  for i = 1, #fields, 2 do
    local kind = string.sub(fields[i], 1, 2)
    if kind == 'm:' or kind == 't:' then
      local key = string.sub(fields[i], 3)
      local charge = kind == 'm:' and money or tokens
      redis.call('HINCRBY', key, 'held', negated(fields[i + 1]))
      if charge ~= '0' then redis.call('HINCRBY', key, 'spent', charge) end
    elseif kind == 's:' then
      redis.call('HINCRBY', string.sub(fields[i], 3), 'sliced', negated(fields[i + 1]))
    end
  end
end

local function field(fields, name)
  for i = 1, #fields, 2 do
    if fields[i] == name then return fields[i + 1] end
  end
  return nil
end

-- Leaves of a record only that it is closed, for as long as somebody might still ask.
local function entomb(record, state, ttl_ms)
  redis.call('DEL', record)
  redis.call('HSET', record, 'state', state)
  redis.call('PEXPIRE', record, ttl_ms)
end
