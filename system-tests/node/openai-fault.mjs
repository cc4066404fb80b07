import OpenAI from 'openai';

const CLASSES = [
  [OpenAI.AuthenticationError, 'unauthorized'],
  [OpenAI.NotFoundError, 'not found'],
  [OpenAI.BadRequestError, 'bad request'],
  [OpenAI.RateLimitError, 'rate limit'],
  [OpenAI.InternalServerError, 'server'],
];

/** What an error of the OpenAI SDK says. */
export function openAiFault(error) {
  const known = CLASSES.find(([type]) => error instanceof type);
  return {
    kind: known?.[1] ?? String(error),
    status: error.status,
    retryAfter: error.headers?.get('retry-after'),
    message: error.message,
  };
}
