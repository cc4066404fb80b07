import { ApiError, GoogleGenAI } from '@google/genai';
import { every, exam, gateway, kindOf } from './exam.mjs';

const client = (ask) => new GoogleGenAI({ apiKey: ask.key, httpOptions: { baseUrl: gateway } });

function request(ask) {
  const parts = [{ text: ask.prompt }];
  if (ask.image) {
    parts.push({ inlineData: { mimeType: ask.image.type, data: ask.image.base64 } });
  }
  const contents = [{ role: 'user', parts }];
  if (ask.calls) {
    contents.push({
      role: 'model',
      parts: ask.calls.map((one) => ({ functionCall: { id: one.id, name: one.name, args: one.arguments } })),
    });
    contents.push({
      role: 'user',
      parts: ask.calls.map((one, i) => (
        { functionResponse: { id: one.id, name: one.name, response: { output: ask.results[i] } } })),
    });
  }
  return {
    model: ask.alias,
    contents,
    config: {
      httpOptions: { headers: ask.headers },
      systemInstruction: ask.system,
      maxOutputTokens: ask.cap,
      thinkingConfig: ask.thoughts && { includeThoughts: true },
      tools: ask.tools && [{
        functionDeclarations: ask.tools.map(({ name, description, parameters }) => (
          { name, description, parametersJsonSchema: parameters })),
      }],
      ...(ask.schema && { responseMimeType: 'application/json', responseJsonSchema: ask.schema }),
    },
  };
}

const textOf = (reply, thought = false) => (reply.candidates?.[0]?.content?.parts ?? [])
  .filter((part) => Boolean(part.thought) === thought).map((part) => part.text ?? '').join('');

/** One answer out of the chunks of a stream, or out of a whole one. */
function said(chunks) {
  const calls = chunks.flatMap((chunk) => chunk.functionCalls ?? []);
  const reason = chunks.map((chunk) => chunk.candidates?.[0]?.finishReason).findLast((one) => one);
  const usage = chunks.at(-1).usageMetadata;
  return {
    text: chunks.map((chunk) => textOf(chunk)).join(''),
    thoughts: chunks.map((chunk) => textOf(chunk, true)).join(''),
    calls: calls.map((one) => ({ id: one.id, name: one.name, arguments: one.args })),
    stop: reason === 'MAX_TOKENS' ? 'length' : calls.length ? 'tools' : reason.toLowerCase(),
    usage: {
      input: usage.promptTokenCount,
      cached: usage.cachedContentTokenCount ?? 0,
      output: usage.candidatesTokenCount + (usage.thoughtsTokenCount ?? 0),
    },
  };
}

exam({
  name: '@google/genai',
  async whole(ask) {
    return said([await client(ask).models.generateContent(request(ask))]);
  },
  async stream(ask, piece) {
    const leave = new AbortController();
    const asked = request(ask);
    asked.config.abortSignal = leave.signal;
    const chunks = [];
    for await (const chunk of await client(ask).models.generateContentStream(asked)) {
      chunks.push(chunk);
      if (textOf(chunk) && piece(textOf(chunk))) {
        leave.abort();
        return undefined;
      }
    }
    return said(chunks);
  },
  fault(error) {
    return {
      kind: error instanceof ApiError ? kindOf(error.status) : String(error),
      status: error.status,
      message: error.message,
    };
  },
  headersUnseen: true,
  async models(ask) {
    const models = await every(await client(ask).models.list());
    return models.map((model) => model.name.replace(/^models\//, ''));
  },
  async count(ask) {
    const { model, contents } = request(ask);
    return (await client(ask).models.countTokens({ model, contents })).totalTokens;
  },
  async embed(ask, texts) {
    const reply = await client(ask).models.embedContent(
      { model: ask.alias, contents: texts, config: { httpOptions: { headers: ask.headers } } });
    return { vectors: reply.embeddings.map((one) => one.values) };
  },
});
