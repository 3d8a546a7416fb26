/**
 * Prompts with a common beginning, through promptfoo's own providers: what is billed by the four rules, and what is scored.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BillingServer, forgetful, PROTOCOLS } from '../../bench/billing.mjs';
import { askOf, type Case } from '../../src/contract/case.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { score } from '../../src/index.js';
import { Evaluator } from './evaluator.js';
import { type Evaluation, INDEX, Project } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project);
const servers: BillingServer[] = [];
let evaluation: Omit<Evaluation, 'exitCode'>;

beforeAll(async () => {
  for (const name of Object.keys(PROTOCOLS)) {
    const server = await BillingServer.start(name, forgetful);
    server.latency = 100;
    servers.push(server);
  }
  evaluation = await evaluator.evaluate({
    evaluateOptions: { cache: false, maxConcurrency: 4 },
    prompts: ['{{prompt}}'],
    providers: servers.map((server) => server.provider()),
    tests: [
      {
        path: `${INDEX}:countingStars`,
        config: { stars: 16, lengths: [8000, 8100, 8200, 8300], asks: 4, haystack: 'prose' },
      },
    ],
  });
});

afterAll(async () => {
  await evaluator.stop();
  project.remove();
  for (const server of servers) await server.stop();
});

describe('four questions over one context', () => {
  it.each(Object.keys(PROTOCOLS))('cost at most half of what four contexts cost: %s', (name) => {
    const { bill } = servers.find((server) => server.name === name)!;
    expect(bill.calls).toBe(16);
    expect(bill.cost / bill.plain).toBeLessThan(0.5);
  });

  it('get the marks that each gets alone', async () => {
    expect(evaluation.results).toHaveLength(16 * servers.length);
    const recalls = new Set<number>();
    for (const { vars, gradingResult, error } of evaluation.results) {
      const theCase = vars.case as Case;
      const alone = await score(forgetful((await buildPrompt(theCase)).prompt), { vars });
      expect(gradingResult, String(error)).toMatchObject({ score: alone.score });
      recalls.add(alone.score);
    }
    expect(recalls.size).toBeGreaterThan(2);
    expect(evaluation.results.filter(({ vars }) => askOf(vars.case as Case) === 4)).toHaveLength(
      4 * servers.length,
    );
  });
});

describe('grids whose prompts begin alike', () => {
  const GRIDS: [generator: string, config: object, most: number][] = [
    ['needleInAHaystack', { lengths: [4000, 8000, 16_000], depths: 11 }, 0.75],
    ['aggregation', { lengths: [4000, 8000], seeds: 4 }, 0.75],
    ['countingStars', { stars: 8, lengths: [4000], seeds: 4 }, 1],
  ];

  it.each(GRIDS)('are billed for what is new: %s', async (generator, config, most) => {
    const rules = Object.keys(PROTOCOLS).filter((name) => name !== 'responses');
    const own = await Promise.all(
      rules.map((name) => BillingServer.start(name, () => 'I do not know.')),
    );
    for (const server of own) server.latency = 20;
    const { results } = await evaluator.evaluate({
      evaluateOptions: { cache: false, maxConcurrency: 4 },
      prompts: ['{{prompt}}'],
      providers: own.map((server) => server.provider()),
      tests: [{ path: `${INDEX}:${generator}`, config }],
    });
    for (const server of own) {
      const { name, bill } = server;
      expect(bill.calls, name).toBe(results.length / own.length);
      expect(bill.cost / bill.plain, name).toBeLessThanOrEqual(most);
      await server.stop();
    }
  });
});
