import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, embedMany, generateText, jsonSchema, Output, streamText, tool } from 'ai';
import { exam, gateway, kindOf } from './exam.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;

function request(ask, model) {
  const content = [{ type: 'text', text: ask.prompt }];
  if (ask.image) {
    content.push({ type: 'image', image: ask.image.base64, mediaType: ask.image.type });
  }
  const messages = [{ role: 'user', content }];
  if (ask.calls) {
    messages.push({
      role: 'assistant',
      content: ask.calls.map((one) => (
        { type: 'tool-call', toolCallId: one.id, toolName: one.name, input: one.arguments })),
    });
    messages.push({
      role: 'tool',
      content: ask.calls.map((one, i) => ({
        type: 'tool-result',
        toolCallId: one.id,
        toolName: one.name,
        output: { type: 'text', value: ask.results[i] },
      })),
    });
  }
  const tools = ask.tools?.map(({ name, description, parameters }) => (
    [name, tool({ description, inputSchema: jsonSchema(parameters) })]));
  return {
    model,
    system: ask.system,
    messages,
    maxOutputTokens: ask.cap,
    maxRetries: 0,
    headers: ask.headers,
    tools: tools && Object.fromEntries(tools),
    output: ask.schema && Output.object({ schema: jsonSchema(ask.schema) }),
    providerOptions: {
      anthropic: {
        // Else this SDK asks a model that it does not know for a tool call in place of the schema.
        structuredOutputMode: 'outputFormat',
        ...(ask.thoughts && { thinking: { type: 'enabled', budgetTokens: 2000 } }),
      },
      google: ask.thoughts ? { thinkingConfig: { includeThoughts: true } } : {},
      openai: ask.thoughts ? { forceReasoning: true, reasoningEffort: 'low', reasoningSummary: 'auto' } : {},
    },
  };
}

const STOPS = { stop: 'stop', length: 'length', 'tool-calls': 'tools' };

async function said(result) {
  const [text, thoughts, calls, reason, usage] = await Promise.all(
    [result.text, result.reasoningText, result.toolCalls, result.finishReason, result.totalUsage]);
  return {
    text,
    thoughts,
    calls: calls.map((one) => ({ id: one.toolCallId, name: one.toolName, arguments: one.input })),
    stop: STOPS[reason],
    usage: {
      input: usage.inputTokens,
      cached: usage.inputTokenDetails?.cacheReadTokens ?? 0,
      output: usage.outputTokens,
    },
  };
}

/** An error within a stream, which this SDK hands on as it came: an object of the provider's, or a text. */
class InStream extends Error {
  constructor(given) {
    super(given?.message ?? JSON.stringify(given));
  }
}

function driver(name, provider, embedding) {
  return {
    name,
    cannot: { 'refuses a cap of nothing': 'this SDK refuses it before the gateway could' },
    async whole(ask) {
      return said(await generateText(request(ask, provider(ask))));
    },
    async stream(ask, piece) {
      const leave = new AbortController();
      const result = streamText({ ...request(ask, provider(ask)), abortSignal: leave.signal, onError() {} });
      for await (const part of result.fullStream) {
        if (part.type === 'error') {
          throw part.error instanceof Error ? part.error : new InStream(part.error);
        }
        if (part.type === 'text-delta' && piece(part.text)) {
          leave.abort();
          return undefined;
        }
      }
      return said(result);
    },
    fault(error) {
      return {
        kind: APICallError.isInstance(error) ? kindOf(error.statusCode) : String(error),
        status: error.statusCode,
        retryAfter: error.responseHeaders?.['retry-after'],
        message: error.message,
      };
    },
    embed: embedding && (async (ask, texts) => {
      const reply = await embedMany({ model: embedding(ask), values: texts, headers: ask.headers, maxRetries: 0 });
      return { vectors: reply.embeddings, input: reply.usage.tokens || undefined };
    }),
  };
}

const openAi = (ask) => createOpenAI({ apiKey: ask.key, baseURL: `${gateway}/v1` });
const anthropic = (ask) => createAnthropic({ apiKey: ask.key, baseURL: `${gateway}/v1` });
const google = (ask) => createGoogleGenerativeAI({ apiKey: ask.key, baseURL: `${gateway}/v1beta` });

exam(driver('ai, openai chat completions', (ask) => openAi(ask).chat(ask.alias), (ask) => openAi(ask).embedding(ask.alias)));
exam(driver('ai, openai responses', (ask) => openAi(ask).responses(ask.alias)));
exam(driver('ai, anthropic', (ask) => anthropic(ask)(ask.alias)));
exam(driver('ai, google', (ask) => google(ask)(ask.alias), (ask) => google(ask).embedding(ask.alias)));
