/**
 * In which form promptfoo's providers get a conversation, with and without calls of tools: recorded from what they send,
 * and read as the vendors document it. What is expected is written down here, and not read from the list that is tested.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import { textOfTurn } from '../../src/haystack/messages/transcript.js';
import { environment, Project } from './promptfoo.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies of eight protocols, which this test is about
type Body = any;

const CHAT = 'user assistant user assistant user';
const CALLS = 'user call result call result assistant user';
/** As Mistral demands it, which is a word of the assistant's before a user's. */
const ONE = 'user';
const TEXT = 'text';

const AWS = { region: 'us-east-1', endpoint: 'HOST', accessKeyId: 'test', secretAccessKey: 'test' };
const AT = { apiHost: 'azure.test' };

/** Chat providers of promptfoo: what each is meant to be sent, of a conversation and of one with calls of tools. */
const MEANT: readonly (readonly [id: string, said: string, called: string, config?: object])[] = [
  ['openai:chat:gpt-5.1', CHAT, CALLS],
  ['openai:gpt-5-mini', CHAT, CALLS],
  ['openai:chat:qwen3', CHAT, CALLS, { apiBaseUrl: 'http://own.test/v1' }],
  ['openai:responses:gpt-5.1', CHAT, CALLS],
  ['azure:chat:deployment', CHAT, CALLS, AT],
  ['azure:responses:deployment', CHAT, CALLS, AT],
  ['anthropic:messages:claude-sonnet-4-5', CHAT, CALLS],
  ['anthropic:claude-sonnet-4-5', CHAT, CALLS],
  ['google:gemini-2.5-flash', CHAT, CALLS],
  ['vertex:gemini-2.5-pro', CHAT, CALLS],
  ['ollama:chat:qwen3', CHAT, CALLS],
  ['mistral:mistral-large-latest', CHAT, CALLS],
  ['openrouter:qwen/qwen3', CHAT, CALLS],
  ['openrouter:mistralai/mistral-large', CHAT, CALLS],
  ['groq:llama', CHAT, CALLS],
  ['groq:responses:llama', CHAT, CALLS],
  ['xai:grok-4', CHAT, CALLS],
  ['xai:responses:grok-4', CHAT, CALLS],
  ['togetherai:qwen3', CHAT, CALLS],
  ['fireworks:qwen3', CHAT, CALLS],
  ['deepseek:deepseek-chat', CHAT, CALLS],
  ['cerebras:llama', CHAT, CALLS],
  ['nvidia:llama', CHAT, CALLS],
  ['moonshot:kimi', CHAT, CALLS],
  ['alibaba:qwen-max', CHAT, CALLS],
  ['perplexity:sonar', CHAT, CALLS],
  ['litellm:qwen3', CHAT, CALLS],
  ['localai:chat:qwen3', CHAT, CALLS],
  ['huggingface:chat:qwen/qwen3', CHAT, CALLS],
  ['llamaapi:llama', CHAT, CALLS],
  ['hyperbolic:llama', CHAT, CALLS],
  ['nscale:llama', CHAT, CALLS],
  ['docker:ai/qwen3', CHAT, CALLS],
  ['portkey:gpt', CHAT, CALLS],
  ['helicone:openai/gpt-4o', CHAT, CALLS],
  ['truefoundry:gpt', CHAT, CALLS],
  ['cloudflare-ai:chat:llama', CHAT, CALLS, { accountId: 'test' }],
  ['databricks:llama', CHAT, CALLS, { workspaceUrl: 'http://databricks.test' }],
  ['snowflake:llama', CHAT, CALLS, { accountIdentifier: 'test' }],
  // promptfoo declares no tools to these, or not without letting them be called.
  ['bedrock:converse:amazon.nova-lite-v1:0', CHAT, ONE, AWS],
  ['bedrock:converse:us.anthropic.claude-sonnet-4-5-20250929-v1:0', CHAT, ONE, AWS],
  ['bedrock:amazon.nova-lite-v1:0', CHAT, ONE, AWS],
  ['bedrock:ai21.jamba-1-5-mini-v1:0', CHAT, ONE, AWS],
  ['bedrock:openai.gpt-oss-20b-1:0', CHAT, CALLS, AWS],
  ['bedrock:qwen.qwen3-32b-v1:0', CHAT, CALLS, AWS],
  ['ai21:jamba-mini', CHAT, ONE],
  ['vercel:openai/gpt-4o', CHAT, ONE],
  // These take one text.
  ['cohere:command-r', TEXT, TEXT],
  ['replicate:meta/llama', TEXT, TEXT],
  ['openai:completion:davinci-002', TEXT, TEXT],
  ['ollama:completion:qwen3', TEXT, TEXT],
  ['localai:completion:qwen3', TEXT, TEXT],
  ['bedrock:mistral.mistral-large-2402-v1:0', TEXT, TEXT, AWS],
];

/** Claude on Bedrock takes a conversation, and no declarations of tools in OpenAI's form. */
const REFUSED: typeof MEANT = [
  ['bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0', CHAT, 'refused', AWS],
  ['https://gateway.test', 'refused', 'refused', { body: { text: '{{prompt}}' } }],
  ['exec:cat', 'refused', 'refused'],
];

/** What is sent turn by turn, by the fields that vendors document. */
function stepsOf(body: Body): string[] {
  const { messages, input, contents } = body;
  const list = messages ?? (Array.isArray(input) ? input : undefined) ?? contents;
  if (Array.isArray(body.prompt)) return body.prompt.map(({ role }: Body) => role);
  if (!Array.isArray(list)) return [TEXT];
  return list.flatMap((message: Body): string[] => {
    const { role, content, parts = content, tool_calls: calls = [], type } = message;
    if (type?.startsWith('function_call')) {
      return [type === 'function_call' ? 'call' : 'result'];
    }
    if (role === 'tool') return ['result'];
    const own = role === 'model' ? 'assistant' : role;
    const said = Array.isArray(parts) ? parts.map((part: Body) => partOf(part, own)) : [own];
    return [...(content === null ? [] : said), ...calls.map(() => 'call')];
  });
}

function partOf(part: Body, role: string): string {
  if (part.type === 'tool_use' || part.toolUse || part.functionCall) return 'call';
  if (part.type === 'tool_result' || part.toolResult || part.functionResponse) return 'result';
  return role;
}

/** All texts of a request, however deep. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value && typeof value === 'object' ? Object.values(value).map(textsOf).join('\n') : '';
}

interface Recorded {
  id: string;
  container: 'chat' | 'tools';
  path: string;
  body?: Body;
  error?: string;
}

const recorded = new Map<string, Recorded>();
const texts: Record<string, string[]> = {};

beforeAll(async () => {
  const project = new Project();
  const asked = [...MEANT, ...REFUSED].map(([id, , , config = {}]) => ({ id, config }));
  const script = fileURLToPath(new URL('./provider-requests.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(asked)], {
    env: { ...environment(project.state), PROMPTFOO_CACHE_ENABLED: 'false', ...KEYS },
    maxBuffer: 2 ** 26,
  });
  project.remove();
  for (const line of stdout.split('\n').filter((one) => one.startsWith('{"'))) {
    const one = JSON.parse(line);
    if (!one.cases) recorded.set(`${one.id} ${one.container}`, one);
    for (const theCase of one.cases ?? []) {
      const { turns = [] } = await buildPrompt(theCase);
      texts[theCase.container] = turns.map(textOfTurn);
    }
  }
});

/** What promptfoo takes from the environment and not from a config. */
const KEYS = Object.fromEntries(
  [
    'AI21_API_KEY',
    'AI_GATEWAY_API_KEY',
    'COHERE_API_KEY',
    'REPLICATE_API_TOKEN',
    'VERCEL_AI_GATEWAY_API_KEY',
  ].map((name) => [name, 'test']),
);

describe('what promptfoo’s providers are sent', () => {
  it.each(MEANT)('%s', (id, said, called) => {
    for (const [container, meant] of [
      ['chat', said],
      ['tools', called],
    ] as const) {
      const { body, path, error } = recorded.get(`${id} ${container}`)!;
      expect(body, `${id} ${container}: ${error}`).toBeDefined();
      const steps = stepsOf(body).join(' ');
      expect(
        steps.replace(/ assistant(?= assistant)/, ''),
        `${path} ${JSON.stringify(body).slice(0, 500)}`,
      ).toBe(meant);
      const sent = textsOf(body);
      const missing = texts[container]!.filter(
        (text) => !text.startsWith('{') && !sent.includes(text),
      );
      expect(missing).toEqual([]);
    }
  });

  it.each(REFUSED)('%s', (id, said, called) => {
    const [chat, tools] = ['chat', 'tools'].map((container) => recorded.get(`${id} ${container}`)!);
    expect(tools!.body).toBeUndefined();
    expect(tools!.error).toMatch(/^transcript: .*(?:Write|Set) `transcript: /);
    expect(called).toBe('refused');
    if (said === 'refused') expect(chat!.error).toContain('Set `transcript: {');
    else expect(stepsOf(chat!.body).join(' ')).toBe(said);
  });
});
