/**
 * The path that users take: promptfoo's own `openai:chat` provider, over HTTP, with real requests of
 * up to 128,000 tokens. The server speaks the chat-completions protocol on the loopback interface.
 */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as caseFacts from '../../src/commands/asking-side.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { toRow } from '../../src/measuring/results/rows.js';
import { type Evaluation, firstDifference, INDEX, Project } from './promptfoo.js';

const LENGTHS = [4000, 128_000];

interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
}

interface Received {
  url: string;
  authorization: string | undefined;
  request: ChatRequest;
}

const received: Received[] = [];
let server: Server;

/** A model that reads every star, but of a long text only the first half of them. */
function answer(prompt: string): string {
  const stars = [...prompt.matchAll(/the little penguin counted (\d+) ★/gi)].map(([, n]) => n);
  const seen = prompt.length > 100_000 ? stars.slice(0, stars.length / 2) : stars;
  return `{"little_penguin": [${seen.join(', ')}]}`;
}

/** A usage that the plugin could not know of: it must come from here. */
function usageOf(prompt: string) {
  const prompt_tokens = prompt.length;
  return {
    ...{ prompt_tokens, completion_tokens: 77, total_tokens: prompt_tokens + 77 },
    prompt_tokens_details: { cached_tokens: 900 },
    completion_tokens_details: { reasoning_tokens: 30 },
  };
}

async function complete(message: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const request = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
  const { authorization } = message.headers;
  received.push({ url: `${message.method} ${message.url}`, authorization, request });
  const prompt = request.messages.map(({ content }) => content).join('\n');
  return {
    id: `chatcmpl-${received.length}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: request.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer(prompt) },
        finish_reason: 'stop',
      },
    ],
    usage: usageOf(prompt),
  };
}

const project = new Project();
let evaluation: Evaluation;

beforeAll(async () => {
  server = createServer((message, response) => {
    complete(message).then(
      (body) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(body));
      },
      (error: unknown) => {
        response.statusCode = 400;
        response.end(JSON.stringify({ error: { message: String(error) } }));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  evaluation = await project.evaluate({
    // The two prompts are the same request, which promptfoo would otherwise send once.
    evaluateOptions: { cache: false },
    prompts: [
      { id: `${INDEX}:prompt`, label: 'prompt' },
      { id: `${INDEX}:chat`, label: 'chat' },
    ],
    providers: [
      {
        id: 'openai:chat:gpt-4.1',
        config: { apiBaseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'test' },
      },
    ],
    tests: [{ path: `${INDEX}:countingStars`, config: { stars: 32, lengths: LENGTHS } }],
  });
});

afterAll(async () => {
  project.remove();
  await new Promise((resolve) => server.close(resolve));
});

describe('openai:chat', () => {
  it('receives each prompt byte for byte, as one user message', async () => {
    expect(received, evaluation.output).toHaveLength(4);
    for (const { url, authorization, request } of received) {
      expect(url).toBe('POST /v1/chat/completions');
      expect(authorization).toBe('Bearer test');
      expect(request.model).toBe('gpt-4.1');
      expect(request.messages.map(({ role }) => role)).toEqual(['user']);
    }
    const built = await Promise.all(
      LENGTHS.flatMap((tokens) => {
        const { vars } = evaluation.results.find(({ vars }) => vars.case.tokens === tokens)!;
        return [buildPrompt(vars.case), buildPrompt(vars.case)];
      }),
    );
    const contents = received
      .map(({ request }) => request.messages[0]!.content)
      .sort((a, b) => a.length - b.length);
    expect(contents.at(-1)!.length).toBeGreaterThan(450_000);
    for (const [i, content] of contents.entries()) {
      expect(firstDifference(content, built[i]!.prompt)).toBeUndefined();
    }
  });

  it.each(['prompt', 'chat'])('is scored by what it answered: %s', (label) => {
    const [short, long] = resultsOf(label);
    expect(short).toMatchObject({
      success: true,
      score: 1,
      namedScores: { 'facts found': 1, precision: 1, format: 1 },
    });
    expect(long).toMatchObject({
      success: false,
      score: 0.5,
      namedScores: {
        'facts found': 0.5,
        precision: 1,
        'q1 start': 1,
        q2: 1,
        q3: 0,
        'q4 end': 0,
      },
      gradingResult: { pass: false, reason: 'Found 16 of 32 facts. The last 16 are missing.' },
    });
    expect(evaluation.exitCode).toBe(100);
  });

  it.each(['prompt', 'chat'])('has its token usage passed on: %s', async (label) => {
    for (const result of resultsOf(label)) {
      const { tokenUsage, vars } = result;
      const usage = usageOf((await buildPrompt(vars.case)).prompt);
      // The price of gpt-4.1, $2 and $8 per million tokens, and a quarter of it for what is cached.
      expect(toRow(result, caseFacts)).toMatchObject({
        promptTokens: usage.prompt_tokens,
        ...{ cachedTokens: 900, outputTokens: 77, reasoningTokens: 30 },
        cost: expect.closeTo(((usage.prompt_tokens - 900) * 2 + 900 * 0.5 + 77 * 8) / 1e6, 9),
      });
      expect(tokenUsage).toMatchObject({
        prompt: usage.prompt_tokens,
        completion: usage.completion_tokens,
        total: usage.total_tokens,
      });
    }
  });
});

function resultsOf(label: string) {
  const found = evaluation.results
    .filter(({ prompt }) => prompt.label === label)
    .sort((a, b) => a.vars.case.tokens - b.vars.case.tokens);
  expect(found.map(({ vars }) => vars.case.tokens)).toEqual(LENGTHS);
  return found;
}
