import OpenAI from 'openai';
import { exam, gateway } from './exam.mjs';
import { openAiFault } from './openai-fault.mjs';

const client = (ask) => new OpenAI({ apiKey: ask.key, baseURL: `${gateway}/v1`, maxRetries: 0 });

function body(ask) {
  const content = [{ type: 'input_text', text: ask.prompt }];
  if (ask.image) {
    content.push({
      type: 'input_image', detail: 'auto', image_url: `data:${ask.image.type};base64,${ask.image.base64}`,
    });
  }
  const input = [{ role: 'user', content }];
  ask.calls?.forEach((one) => input.push(
    { type: 'function_call', call_id: one.id, name: one.name, arguments: JSON.stringify(one.arguments) }));
  ask.calls?.forEach((one, i) => input.push(
    { type: 'function_call_output', call_id: one.id, output: ask.results[i] }));
  return {
    model: ask.alias,
    instructions: ask.system,
    input,
    max_output_tokens: ask.cap,
    store: false,
    reasoning: ask.thoughts && { effort: 'low', summary: 'auto' },
    tools: ask.tools?.map((tool) => ({ type: 'function', strict: false, ...tool })),
    text: ask.schema
      && { format: { type: 'json_schema', name: 'retelling', schema: ask.schema, strict: true } },
  };
}

function said(response) {
  const calls = response.output.filter((item) => item.type === 'function_call');
  const cut = response.status === 'incomplete' && response.incomplete_details.reason === 'max_output_tokens';
  return {
    text: response.output_text,
    thoughts: response.output.filter((item) => item.type === 'reasoning')
      .flatMap((item) => item.summary).map((part) => part.text).join(''),
    calls: calls.map((one) => ({ id: one.call_id, name: one.name, arguments: JSON.parse(one.arguments) })),
    stop: cut ? 'length' : calls.length ? 'tools' : 'stop',
    usage: {
      input: response.usage.input_tokens,
      cached: response.usage.input_tokens_details?.cached_tokens ?? 0,
      output: response.usage.output_tokens,
    },
  };
}

exam({
  name: 'openai, responses',
  async whole(ask) {
    return said(await client(ask).responses.create(body(ask), { headers: ask.headers }));
  },
  async stream(ask, piece) {
    const stream = client(ask).responses.stream(body(ask), { headers: ask.headers });
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta' && piece(event.delta)) {
        return undefined;
      }
      // The SDK hands these on as events and leaves it to its caller to raise them.
      if (event.type === 'error' || event.type === 'response.failed') {
        throw new OpenAI.OpenAIError(event.message ?? event.response.error.message);
      }
    }
    return said(await stream.finalResponse());
  },
  fault: openAiFault,
  async count(ask) {
    const { model, input, instructions } = body(ask);
    return (await client(ask).responses.inputTokens.count({ model, input, instructions })).input_tokens;
  },
});
