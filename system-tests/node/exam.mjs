// One exam for every SDK: the scenarios of sdk-scenarios.json against each alias, whole and streamed.
// A driver is { name, whole(ask), stream(ask, piece), fault(error), cannot?, headersUnseen?, models?, count?, embed? }:
//   whole, stream → { text, thoughts, calls: [{ id, name, arguments }], stop: stop|length|tools,
//     usage: { input, cached, output } }; thoughts: undefined where the SDK does not show them
//   piece(text) is called for what a stream says, and returns true when the caller leaves: then stream returns nothing
//   fault → { kind, status, retryAfter, message }; cannot: { scenario: reason };
//   headersUnseen: its errors do not carry the answer's headers
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import test from 'node:test';

const table = JSON.parse(readFileSync(new URL('../src/test/resources/sdk-scenarios.json', import.meta.url)));
// { gateway, keys, aliases, others, visible, booked }: see SdkRun.
const run = JSON.parse(process.env.SLUICE_SDKS);

export const tools = table.tools;
export const schema = table.schema;
export const image = table.image;
export const gateway = run.gateway;

/** A driver's view of one call. */
function call(ask, alias) {
  const trace = randomBytes(16).toString('hex');
  return {
    cap: 400,
    ...ask,
    alias: ask.alias ?? alias,
    key: run.keys[ask.key ?? 'main'],
    tools: ask.tools ? tools : undefined,
    schema: ask.schema ? schema : undefined,
    image: ask.image ? image : undefined,
    trace,
    headers: { traceparent: `00-${trace}-00000000000000a1-01` },
  };
}

/** What the ledger must hold of this call; the one who started us looks. */
function book(trace, line) {
  appendFileSync(run.booked, `${JSON.stringify({ trace, ...line })}\n`);
}

export function exam(sdk) {
  test(sdk.name, async (t) => {
    for (const alias of [...run.aliases, ...run.others]) {
      for (const scenario of table.scenarios.filter((one) => reaches(one, alias))) {
        for (const way of ['whole', 'stream']) {
          if (!scenario.only || scenario.only === way) {
            const skip = sdk.cannot?.[scenario.name] ?? false;
            await t.test(`${alias} ${way}: ${scenario.name}`, { skip }, () => sit(sdk, scenario, alias, way));
          }
        }
      }
      if (sdk.count && run.aliases.includes(alias)) {
        await t.test(`${alias}: counts tokens`, () => count(sdk, alias));
      }
    }
    if (sdk.models) {
      await t.test('lists the models of its key', async () => {
        assert.deepEqual((await sdk.models(call({}))).sort(), [...run.visible].sort());
      });
    }
    if (sdk.embed) {
      await t.test('embeds', () => embed(sdk));
    }
  });
}

/** One alias where nothing behind the gateway matters, the others too where it matters most. */
function reaches(scenario, alias) {
  switch (scenario.reach) {
    case 'one': return alias === run.aliases[0];
    case 'all': return true;
    default: return run.aliases.includes(alias);
  }
}

async function sit(sdk, { ask: given, expect }, alias, way) {
  let ask = call(given, alias);
  let heard = [];
  const piece = (text) => heard.push(text) >= (ask.leaveAfter ?? Infinity);
  const once = () => (way === 'whole' ? sdk.whole(ask) : sdk.stream(ask, piece));
  if (expect.fault) {
    await assert.rejects(
      async () => {
        for (let i = 0; i < (ask.times ?? 1); i++) {
          await once();
        }
      },
      (error) => faultIs(sdk, error, expect.fault),
    );
    if (expect.heard) {
      assert.equal(heard.join(''), expect.heard);
    }
  } else {
    let said = await once();
    if (ask.results) {
      book(ask.trace, { status: 'completed', ...said.usage });
      ask = { ...call(given, alias), calls: said.calls };
      heard = [];
      said = await once();
    }
    if (said) {
      meets(said, expect);
      if (way === 'stream') {
        assert.equal(heard.join(''), said.text);
      }
      book(ask.trace, { status: 'completed', ...said.usage });
    } else {
      assert.equal(heard.length, ask.leaveAfter);
    }
  }
  if (expect.booked) {
    book(ask.trace, { status: expect.booked });
  }
}

function faultIs(sdk, error, expected) {
  const fault = sdk.fault(error);
  if (expected.kind) {
    assert.equal(fault.kind, expected.kind, `${error?.stack ?? error}`);
  }
  if (expected.status) {
    assert.equal(fault.status, expected.status);
  }
  if (expected.says) {
    assert.match(fault.message, new RegExp(expected.says));
  }
  if (expected.retryAfter && !sdk.headersUnseen) {
    assert.ok(Number(fault.retryAfter) > 0, `Retry-After: ${fault.retryAfter}`);
  }
  return true;
}

function meets(said, expect) {
  if (expect.text !== undefined) {
    assert.equal(said.text, expect.text);
  }
  if (expect.thoughts && said.thoughts !== undefined) {
    assert.equal(said.thoughts, expect.thoughts);
  }
  if (expect.stop) {
    assert.equal(said.stop, expect.stop);
  }
  const calls = said.calls.map((one) => ({ name: one.name, arguments: one.arguments }));
  assert.deepEqual(calls, expect.calls ?? []);
  const ids = said.calls.map((one) => one.id).filter((id) => id);
  assert.equal(new Set(ids).size, ids.length, 'ids of calls, where they have any, are told apart');
  for (const kind of ['output', 'cached']) {
    if (expect[kind] !== undefined) {
      assert.equal(said.usage[kind], expect[kind], kind);
    }
  }
  if (expect.retold) {
    const told = JSON.parse(said.text);
    for (const [field, value] of Object.entries(expect.retold)) {
      if (field === 'results') {
        // Where results are objects, the text is a field of them.
        told.results.forEach((result, i) => assert.match(result, new RegExp(value[i])));
        assert.equal(told.results.length, value.length);
      } else {
        assert.deepEqual(told[field], value, field);
      }
    }
  }
}

async function count(sdk, alias) {
  const ask = call({ prompt: '#sim tokens=1\nHow high is the water?' }, alias);
  const counted = await sdk.count(ask);
  const { usage } = await sdk.whole(ask);
  assert.ok(counted > 0);
  book(ask.trace, { status: 'completed', ...usage, counted });
}

async function embed(sdk) {
  const ask = call({ alias: 'embed' });
  const { vectors, input } = await sdk.embed(ask, ['water', 'wheel']);
  assert.deepEqual(vectors.map((vector) => vector.length), [64, 64]);
  assert.notDeepEqual(vectors[0], vectors[1]);
  assert.ok(vectors.flat().every((number) => Number.isFinite(number)));
  if (input !== undefined) {
    assert.equal(input, 4);
  }
  book(ask.trace, { status: 'completed', input: 4 });
}

/** The kinds of faults by the status that an SDK's error carries. */
export function kindOf(status) {
  const kinds = { 400: 'bad request', 401: 'unauthorized', 404: 'not found', 429: 'rate limit' };
  return kinds[status] ?? (status >= 500 ? 'server' : `status ${status}`);
}

/** All that an asynchronous iterable gives. */
export async function every(given) {
  const all = [];
  for await (const one of given) {
    all.push(one);
  }
  return all;
}
