import Anthropic from '@anthropic-ai/sdk';
import { every, exam, gateway } from './exam.mjs';

const client = (ask) => new Anthropic({ apiKey: ask.key, baseURL: gateway, maxRetries: 0 });

function body(ask) {
  const content = [{ type: 'text', text: ask.prompt }];
  if (ask.image) {
    content.push({ type: 'image', source: { type: 'base64', media_type: ask.image.type, data: ask.image.base64 } });
  }
  const messages = [{ role: 'user', content }];
  if (ask.calls) {
    messages.push({
      role: 'assistant',
      content: ask.calls.map((one) => ({ type: 'tool_use', id: one.id, name: one.name, input: one.arguments })),
    });
    messages.push({
      role: 'user',
      content: ask.calls.map((one, i) => ({ type: 'tool_result', tool_use_id: one.id, content: ask.results[i] })),
    });
  }
  return {
    model: ask.alias,
    max_tokens: ask.cap,
    system: ask.system,
    messages,
    tools: ask.tools?.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    thinking: ask.thoughts && { type: 'enabled', budget_tokens: 2000 },
    output_config: ask.schema && { format: { type: 'json_schema', schema: ask.schema } },
  };
}

const STOPS = { end_turn: 'stop', max_tokens: 'length', tool_use: 'tools' };

function said(message) {
  const { usage } = message;
  const cached = usage.cache_read_input_tokens ?? 0;
  return {
    text: message.content.filter((block) => block.type === 'text').map((block) => block.text).join(''),
    thoughts: message.content.filter((block) => block.type === 'thinking').map((block) => block.thinking).join(''),
    calls: message.content.filter((block) => block.type === 'tool_use').map((block) => (
      { id: block.id, name: block.name, arguments: block.input })),
    stop: STOPS[message.stop_reason],
    usage: {
      input: usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0),
      cached,
      output: usage.output_tokens,
    },
  };
}

const CLASSES = [
  [Anthropic.AuthenticationError, 'unauthorized'],
  [Anthropic.NotFoundError, 'not found'],
  [Anthropic.BadRequestError, 'bad request'],
  [Anthropic.RateLimitError, 'rate limit'],
  [Anthropic.InternalServerError, 'server'],
];

exam({
  name: '@anthropic-ai/sdk',
  async whole(ask) {
    return said(await client(ask).messages.create(body(ask), { headers: ask.headers }));
  },
  async stream(ask, piece) {
    const stream = client(ask).messages.stream(body(ask), { headers: ask.headers });
    for await (const event of stream) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta' && piece(event.delta.text)) {
        return undefined;
      }
    }
    return said(await stream.finalMessage());
  },
  fault(error) {
    const known = CLASSES.find(([type]) => error instanceof type);
    return {
      kind: known?.[1] ?? String(error),
      status: error.status,
      retryAfter: error.headers?.get('retry-after'),
      message: error.message,
    };
  },
  async models(ask) {
    return (await every(client(ask).models.list())).map((model) => model.id);
  },
  async count(ask) {
    const { model, messages } = body(ask);
    return (await client(ask).messages.countTokens({ model, messages })).input_tokens;
  },
});
