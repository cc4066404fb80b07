import OpenAI from 'openai';
import { every, exam, gateway } from './exam.mjs';
import { openAiFault } from './openai-fault.mjs';

const client = (ask) => new OpenAI({ apiKey: ask.key, baseURL: `${gateway}/v1`, maxRetries: 0 });

function body(ask) {
  const content = [{ type: 'text', text: ask.prompt }];
  if (ask.image) {
    content.push({ type: 'image_url', image_url: { url: `data:${ask.image.type};base64,${ask.image.base64}` } });
  }
  const messages = [{ role: 'user', content }];
  if (ask.system) {
    messages.unshift({ role: 'system', content: ask.system });
  }
  if (ask.calls) {
    const calls = ask.calls.map((one) => (
      { id: one.id, type: 'function', function: { name: one.name, arguments: JSON.stringify(one.arguments) } }));
    messages.push({ role: 'assistant', tool_calls: calls });
    ask.calls.forEach((one, i) => messages.push({ role: 'tool', tool_call_id: one.id, content: ask.results[i] }));
  }
  return {
    model: ask.alias,
    messages,
    max_completion_tokens: ask.cap,
    tools: ask.tools?.map((tool) => ({ type: 'function', function: tool })),
    response_format: ask.schema
      && { type: 'json_schema', json_schema: { name: 'retelling', schema: ask.schema, strict: true } },
  };
}

function said(completion) {
  const { message, finish_reason: reason } = completion.choices[0];
  return {
    text: message.content ?? '',
    calls: (message.tool_calls ?? []).map((one) => (
      { id: one.id, name: one.function.name, arguments: JSON.parse(one.function.arguments) })),
    stop: reason === 'tool_calls' ? 'tools' : reason,
    usage: {
      input: completion.usage.prompt_tokens,
      cached: completion.usage.prompt_tokens_details?.cached_tokens ?? 0,
      output: completion.usage.completion_tokens,
    },
  };
}

exam({
  name: 'openai, chat completions',
  async whole(ask) {
    return said(await client(ask).chat.completions.create(body(ask), { headers: ask.headers }));
  },
  async stream(ask, piece) {
    const stream = client(ask).chat.completions.stream(
      { ...body(ask), stream_options: { include_usage: true } }, { headers: ask.headers });
    for await (const chunk of stream) {
      const text = chunk.choices[0]?.delta?.content;
      if (text && piece(text)) {
        return undefined;
      }
    }
    return said(await stream.finalChatCompletion());
  },
  fault: openAiFault,
  async models(ask) {
    return (await every(client(ask).models.list())).map((model) => model.id);
  },
  async embed(ask, texts) {
    const reply = await client(ask).embeddings.create({ model: ask.alias, input: texts }, { headers: ask.headers });
    return { vectors: reply.data.map((one) => one.embedding), input: reply.usage.prompt_tokens };
  },
});
