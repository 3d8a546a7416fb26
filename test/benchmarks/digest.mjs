/**
 * The digests of the prompts of a fixed set of configs, which touches every way in which chance or
 * text comes into a prompt. It runs under plain Node too, to compare versions of Node:
 *
 *   node test/benchmarks/digest.mjs
 */
import { createHash } from 'node:crypto';

export const CONFIGS = {
  countingStars: [
    { versions: ['8-4'], maxTokens: 16_000, seeds: 2 },
    { language: 'zh', stars: 16, lengths: [6000], tasks: ['acquisition', 'reasoning'] },
    { language: 'ru', stars: 8, lengths: [6000], tasks: ['corrections'], distractors: 5 },
    { language: 'ko', stars: 8, lengths: [6000], tasks: ['sum'], positions: 'jitter' },
    { haystack: 'prose', tokenizer: 'cl100k_base', stars: 32, lengths: [9000], order: 'ascending' },
    { haystack: 'prose', tokenizer: 'characters', stars: 4, lengths: [9000], subject: 'the owl' },
    { tokenizer: 'claude', stars: 4, lengths: [4000], positions: [0, 0.25, 0.3, 1] },
  ],
  needleInAHaystack: [
    { lengths: [4000], depths: 3, spacing: 'sigmoid', evidence: [1, 3] },
    { lengths: [4000], depths: 2, evidence: 2, distractors: 4, shuffle: 'sentences' },
  ],
  needleBench: [
    { language: 'zh', lengths: [4000], depths: 2 },
    { language: 'zh', lengths: [4000], depths: 1, distractors: 2, shuffle: 'sentences' },
    { scoring: 'opencompass-2', lengths: [3000], layout: 'depths', gap: 0.1, questionFirst: true },
  ],
  keyValueRetrieval: [
    { pairs: [20], seeds: 2 },
    { lengths: [3000], queryAware: true },
  ],
  multiDocumentQa: [
    { documents: [5], questions: 2, shuffleDistractors: true },
    { language: 'zh', documents: [3], questions: 2 },
  ],
  nolima: [
    { lengths: [250, 1000], depths: 2, tasks: ['one-hop', 'two-hop', 'direct'] },
    { language: 'zh', lengths: [2000], depths: 1, choice: true },
    { lengths: [2000], depths: 1, distractors: 4, shuffle: 'sentences' },
  ],
  ruler: [
    { lengths: [4096] },
    { tasks: 'niah', lengths: [4096], niah: { haystack: 'needles', keyCount: 3, valueCount: 2 } },
  ],
  rulerV2: [
    {
      mmlu: 'examples/ruler-v2/mmlu.jsonl',
      hotpotqa: 'examples/ruler-v2/hotpotqa.json',
      lengths: [1500],
    },
  ],
  ancestralTrace: [
    { steps: [2, 9], chains: 3, distractors: 4 },
    { language: 'zh', tasks: 'open', lengths: [3000] },
    {
      steps: 4,
      tasks: ['ancestor', 'distance'],
      chains: 2,
      boxed: true,
      examples: 4,
      reasoning: true,
    },
  ],
  ownHistory: [
    { sessions: 'examples/own-history/claude-code.jsonl', lengths: [3000], seeds: 2, asked: 4 },
    { sessions: 'examples/own-history/openai.jsonl', lengths: [2500], recorded: 'sent' },
  ],
  latestValue: [
    { updates: [2, 24], keys: 5, seeds: 2 },
    { updates: 4, keys: 6, asked: 2, order: 'by key', language: 'zh', valueLength: 3 },
  ],
  mrcr: [
    { needles: [2, 8], indices: [0, 1], lengths: [6000], seeds: 2 },
    { version: 2, needles: [2, 8], indices: [1], lengths: [9000], seeds: 2 },
  ],
  aggregation: [
    { lengths: [3000], seeds: 2 },
    { language: 'zh', lengths: [3000], tasks: 'count' },
  ],
  graphWalks: [
    { lengths: [3000], steps: [1, 3], seeds: 2 },
    { language: 'zh', lengths: [3000], degree: 3, tasks: 'bfs', steps: 2, tokenizer: 'characters' },
  ],
  repeatedWords: [
    { words: [30], depths: 3, wordPair: ['golden', 'Golden'] },
    { language: 'zh', lengths: [2000], indices: [0] },
  ],
  ownDocuments: [
    {
      questions: 'examples/own-pipeline/questions.jsonl',
      documents: 'examples/own-pipeline/documents.jsonl',
      lengths: [1000, 6000],
      examples: 2,
    },
    {
      questions: 'examples/own-pipeline/questions.jsonl',
      documents: 'examples/own-pipeline/documents.jsonl',
      counts: [7],
      examples: 2,
      distractors: 'similar',
      order: 'shuffled',
      depths: 3,
    },
  ],
  agentHistory: [
    { lengths: [3000], hops: [1, 3], controls: ['flat', 'changes', 'facts'] },
    { language: 'zh', lengths: [4000], updates: 5, tokenizer: 'characters' },
  ],
  longBenchPro: [
    { published: 'examples/long-bench-pro.json' },
    { published: 'examples/long-bench-pro.json', language: 'zh', thinking: true },
  ],
  longBenchV2: [{ published: 'examples/long-bench-v2.json' }],
};

/**
 * The name of each config, as `generator {options}`, and the digest of its prompts and Cases, sorted by their ids: the
 * order in which they are asked may change, while results stay comparable.
 *
 * @param {Record<string, (config: object) => Promise<{ vars?: object, metadata?: object }[]>>} generators
 * @param {(theCase: object) => Promise<{ prompt: string, promptTokens: number }>} buildPrompt
 * @returns {Promise<Record<string, string>>} SHA-256, the first 16 hexadecimal digits
 */
export async function promptDigests(generators, buildPrompt) {
  const digests = {};
  for (const [name, configs] of Object.entries(CONFIGS)) {
    for (const config of configs) {
      const tests = await generators[name](config);
      const hash = createHash('sha256');
      // Sorts by UTF-16 units, since an order of a locale differs between machines.
      const byId = tests.toSorted((a, b) => (a.metadata.id < b.metadata.id ? -1 : 1));
      for (const { vars, metadata } of byId) {
        const { prompt, promptTokens } = await buildPrompt(vars.case);
        hash.update(`${metadata.id} ${promptTokens}\n${prompt}\n`);
      }
      digests[`${name} ${JSON.stringify(config)}`] = hash.digest('hex').slice(0, 16);
    }
  }
  return digests;
}

if (process.argv[1]?.endsWith('digest.mjs')) {
  const generators = await import('../../dist/index.js');
  const { buildPrompt } = await import('../../dist/generators/prompt.js');
  console.log(process.version, await promptDigests(generators, buildPrompt));
}
