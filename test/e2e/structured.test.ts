/**
 * `structured: true`, asked through promptfoo's own providers: servers on the loopback interface speak their
 * protocols, and keep the schema that each of them gets.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perfectAnswer } from './chat-server.js';
import { type Evaluation, INDEX, onOneLine, Project, temporaryFolder } from './promptfoo.js';

const LOOSE = {
  type: 'object',
  properties: { little_penguin: { type: 'array', items: { type: 'integer' } } },
  required: ['little_penguin'],
};
const SCHEMA = { ...LOOSE, additionalProperties: false };
const CHAT = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: SCHEMA } };
const RESPONSES = { type: 'json_schema', name: 'answer', strict: true, schema: SCHEMA };
const GOOGLE = { response_schema: LOOSE, response_mime_type: 'application/json' };

type Body = Record<string, unknown> & {
  text?: { format: unknown };
  output_config?: { format: unknown };
};

/** How a protocol answers, and what of a request says the form of the answer. */
const PROTOCOLS: { path: RegExp; answer(text: string): object; formOf(body: Body): unknown }[] = [
  {
    path: /:generateContent$/,
    answer: (text) => ({ candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }] }),
    formOf: ({ generationConfig }) => generationConfig,
  },
  {
    path: /\/messages$/,
    answer: (text) => ({
      id: 'message',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
    formOf: ({ output_config }) => output_config?.format,
  },
  {
    path: /\/responses(\?|$)/,
    answer: (text) => ({
      id: 'response',
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
    }),
    formOf: ({ text }) => text?.format,
  },
  {
    path: /\/api\/chat$/,
    answer: (content) => ({ message: { role: 'assistant', content }, done: true }),
    formOf: ({ format }) => format,
  },
  {
    path: /\/chat\/completions(\?|$)/,
    answer: (content) => ({
      id: 'completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    }),
    formOf: ({ response_format }) => response_format,
  },
];

/** Providers whose base URL is an option, with what follows the name in it, and the form they must get. */
const ASKED: Record<string, { id: string; version?: string; form: object }> = {
  'openai-chat': { id: 'openai:chat:gpt-4.1', form: CHAT },
  'openai-responses': { id: 'openai:responses:gpt-4.1', form: RESPONSES },
  vllm: { id: 'openai:chat:Qwen/Qwen3-8B', form: CHAT },
  'ollama-as-openai': { id: 'openai:chat:qwen3', form: CHAT },
  'azure-chat': { id: 'azure:chat:deployment', version: '', form: CHAT },
  'azure-responses': { id: 'azure:responses:deployment', version: '', form: RESPONSES },
  openrouter: { id: 'openrouter:qwen/qwen3', form: CHAT },
  mistral: { id: 'mistral:mistral-small', form: CHAT },
  togetherai: { id: 'togetherai:llama-3', form: CHAT },
  groq: { id: 'groq:llama-3', form: CHAT },
  litellm: { id: 'litellm:any', form: CHAT },
  anthropic: {
    id: 'anthropic:messages:claude-sonnet-4-5',
    version: '',
    form: { type: 'json_schema', schema: SCHEMA },
  },
  google: { id: 'google:gemini-2.5-flash', version: '', form: GOOGLE },
};

/** What came in by the first part of the path, which is a name of `ASKED`, or by the protocol. */
const forms = new Map<string, { form: unknown; body: Body }>();

const listener: RequestListener = (message, response) => {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  message.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    const body = JSON.parse(text) as Body;
    const { answer, formOf } = PROTOCOLS.find(({ path }) => path.test(message.url ?? ''))!;
    forms.set(message.url!.split('/')[1]!, { form: formOf(body), body });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(perfectAnswer(text))));
  });
};

/** promptfoo speaks to Vertex over TLS alone, and asks for no known certificate. */
const certificates = temporaryFolder();
const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(certificates.path, name)) as [
  string,
  string,
];
const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1'];
const hasTls =
  spawnSync('openssl', [...request, '-days', '2', '-keyout', key, '-out', cert]).status === 0;

const servers: Server[] = [];
const project = new Project();
let evaluation: Evaluation;

async function started(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const host = await started(createServer(listener));
  const vertex = hasTls
    ? await started(createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, listener))
    : undefined;
  evaluation = await project.evaluate({
    env: { OLLAMA_BASE_URL: `http://${host}/ollama` },
    evaluateOptions: { cache: false },
    prompts: ['{{prompt}}'],
    providers: [
      ...Object.entries(ASKED).map(([label, { id, version = '/v1' }]) => ({
        id,
        label,
        config: { apiBaseUrl: `http://${host}/${label}${version}`, apiKey: 'test' },
      })),
      { id: 'ollama:chat:qwen3', label: 'ollama' },
      ...(vertex
        ? [
            {
              id: 'vertex:gemini-2.5-flash',
              label: 'vertex',
              config: { apiHost: vertex, apiKey: 'test' },
            },
          ]
        : []),
    ],
    tests: [
      {
        path: `${INDEX}:countingStars`,
        config: { stars: 4, lengths: [2000], haystack: 'prose', structured: true },
      },
    ],
  });
});

afterAll(async () => {
  project.remove();
  certificates.remove();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function resultOf(label: string) {
  return evaluation.results.find(({ provider }) => provider.label === label);
}

const SCHEMA_KEYS = ['response_format', 'output_format', 'responseSchema'];

describe('structured: true', () => {
  it.each(Object.keys(ASKED))('reaches %s in its own form, and in no other', (label) => {
    const { form, body } = forms.get(label)!;
    expect(form, evaluation.output).toEqual(ASKED[label]!.form);
    const others = SCHEMA_KEYS.filter((name) => name in body && body[name] !== form);
    expect(others).toEqual([]);
    expect(resultOf(label)).toMatchObject({
      score: 1,
      namedScores: { 'facts found': 1, format: 1 },
      gradingResult: { pass: true, componentResults: [{ reason: 'Found 4 of 4 facts.' }] },
    });
  });

  it.skipIf(!hasTls)('reaches Vertex', () => {
    expect(forms.get('v1')?.form, evaluation.output).toMatchObject(GOOGLE);
    expect(resultOf('vertex')).toMatchObject({ score: 1, namedScores: { format: 1 } });
  });

  it('has no additionalProperties for Google, which refuses them', () => {
    expect(JSON.stringify(forms.get('google')!.form)).not.toContain('additionalProperties');
  });

  it('does not reach Ollama by its own provider, which is said', () => {
    expect(forms.get('ollama')).toMatchObject({ form: undefined });
    const said = onOneLine(evaluation.output);
    expect(said.match(/is not known to get the JSON schema/g)).toHaveLength(1);
    expect(said).toContain(
      'ollama:chat:qwen3 is not known to get the JSON schema of `structured`. Without it, it is asked in words',
    );
    expect(resultOf('ollama')).toMatchObject({
      score: 1,
      gradingResult: {
        componentResults: [
          { reason: 'Found 4 of 4 facts. This provider is not known to get the JSON schema.' },
        ],
      },
    });
  });

  it('is part of the Case', () => {
    expect(evaluation.results[0]!.vars.case).toMatchObject({ structured: true });
  });
});
