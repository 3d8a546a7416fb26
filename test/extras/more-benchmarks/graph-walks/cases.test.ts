import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type GraphCase,
  truthOf,
} from '../../../../src/extras/more-benchmarks/graph-walks/cases.js';
import {
  leastEdges,
  makeGraph,
  walk,
} from '../../../../src/extras/more-benchmarks/graph-walks/graph.js';
import {
  nodesAnywhere,
  nodesOfLastLine,
  setScore,
} from '../../../../src/extras/more-benchmarks/graph-walks/index.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import {
  type GraphWalksConfig,
  graphWalks,
  SimulatedReader,
  score,
} from '../../../../src/index.js';
import { scored } from '../../../scored.js';

const folder = mkdtempSync(join(tmpdir(), 'graph-walks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One example in the form of openai/graphwalks, of our own, as a Parquet file. */
const PARQUET = Buffer.from(
  'UEFSMRUGFcYBFcwBXBUCFQAVAhUAFQQVAAAAAwFh8GBdAAAAVGhlIGdyYXBoIGhhcyB0aGUgZm9sbG93aW5nIGVkZ2VzOgphYiAtPiBjZAplZiAtPiBjZAoKT3BlcmF0aW9uOgpGaW5kIHRoZSBwYXJlbnRzIG9mIG5vZGUgY2QuFQYVIhUmXBUCFQAVAhUAFQQVAAAAAwEPOAsAAABbImFiIiwiZWYiXRUGFRQVGFwVAhUAFQIVABUEFQAAAAMBCBxQAAAAAAAAABUGFRoVHlwVAhUAFQIVABUEFQAAAAMBCygHAAAAcGFyZW50cxUEGVxIBHJvb3QVCAAVDCUCGAZwcm9tcHQlAAAVDCUCGAxhbnN3ZXJfbm9kZXMlJgAVBCUCGAxwcm9tcHRfY2hhcnMAFQwlAhgMcHJvYmxlbV90eXBlJQAAFgIZHBlMJggcFQwZFQAZGAZwcm9tcHQVAhYCFvQBFvoBJgg8NgAoEFRoZSBncmFwaCBoYXMgdGkYEFRoZSBncmFwaCBoYXMgdGgSEgAZHBUGFQAVAgAAACaCAhwVDBkVABkYDGFuc3dlcl9ub2RlcxUCFgIWTBZQJoICPDYAKAtbImFiIiwiZWYiXRgLWyJhYiIsImVmIl0AGRwVBhUAFQIAAAAm0gIcFQQZFQAZGAxwcm9tcHRfY2hhcnMVAhYCFj4WQibSAjw2ACgIUAAAAAAAAAAYCFAAAAAAAAAAABkcFQYVABUCAAAAJpQDHBUMGRUAGRgMcHJvYmxlbV90eXBlFQIWAhZEFkgmlAM8NgAoB3BhcmVudHMYB3BhcmVudHMAGRwVBhUAFQIAAAAWwgMWAjbUAwAoCWh5cGFycXVldBlMHAAAHAAAHAAAHAAAAKoBAABQQVIx',
  'base64',
);

async function casesOf(config: GraphWalksConfig): Promise<GraphCase[]> {
  return (await graphWalks(config)).map(({ vars }) => vars!.case as unknown as GraphCase);
}

describe('makeGraph', () => {
  it('has exactly one right answer, which a search of the whole graph finds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('bfs' as const, 'parents' as const),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer(),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(3),
        (task, steps, degree, more, seed, asks, which) => {
          const kind = { task, steps, degree, seed, asks };
          const ask = 1 + (which % asks);
          const plan = { ...kind, edges: leastEdges(kind) + more, draw: 0, ask };
          const { edges, node, answer, positions } = makeGraph(plan);
          expect(edges).toHaveLength(plan.edges);
          expect(new Set(edges.map(String)).size).toBe(plan.edges);
          expect(new Set(walk(edges, { task, node, steps }))).toEqual(new Set(answer));
          expect(positions).toHaveLength(answer.length);
        },
      ),
    );
  });

  it('asks the same of a graph of any size', () => {
    const plan = { task: 'bfs', steps: 2, degree: 2, seed: 5, draw: 0, asks: 1, ask: 1 } as const;
    const small = makeGraph({ ...plan, edges: 60 });
    const large = makeGraph({ ...plan, edges: 6000 });
    expect(new Set(large.answer)).toEqual(new Set(small.answer));
    expect(large.node).toBe(small.node);
  });
});

describe('walk', () => {
  const edges = [
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'a'],
    ['b', 'd'],
    ['c', 'b'],
    ['c', 'c'],
  ] as const;

  it('gives the nodes that are first reached at a depth, none twice', () => {
    expect(walk(edges, { task: 'bfs', node: 'a', steps: 1 })).toEqual(['b', 'c']);
    expect(walk(edges, { task: 'bfs', node: 'a', steps: 2 })).toEqual(['d']);
    expect(walk(edges, { task: 'bfs', node: 'd', steps: 1 })).toEqual([]);
  });

  it('gives the parents of a node without itself', () => {
    expect(walk(edges, { task: 'parents', node: 'c', steps: 1 })).toEqual(['a']);
  });
});

describe('the answer', () => {
  it('is the last line that is not blank and no other', () => {
    expect(nodesOfLastLine('So…\nFinal Answer: [ab, cd]')).toEqual(['ab', 'cd']);
    expect(nodesOfLastLine('Final Answer:[ab]')).toEqual(['ab']);
    expect(nodesOfLastLine('Final Answer:  [ab]')).toEqual(['ab']);
    expect(nodesOfLastLine('Final Answer: []')).toEqual([]);
    expect(nodesOfLastLine('Final Answer: [ab]\n\n   \r\n')).toEqual(['ab']);
    expect(nodesOfLastLine('Final Answer: [ab]\nFinal Answer: [cd] \n')).toEqual(['cd']);
    expect(nodesOfLastLine('Final Answer: [ab] I think')).toEqual(['ab']);
    for (const other of [
      'Final Answer: [ab]\nI am sure.\n',
      'Final Answer:\n[ab]',
      'final answer: [ab]',
      'Final Answer: ab',
      '[ab]',
      '',
    ]) {
      expect(nodesOfLastLine(other)).toBeUndefined();
    }
  });

  it('is also the last list anywhere, beside the original rule', () => {
    expect(nodesAnywhere('**Final answer**: ["ab", `cd`]\n')).toEqual(['ab', 'cd']);
    expect(nodesAnywhere('none')).toBeUndefined();
  });

  it('is scored by F1 of the sets', () => {
    expect(setScore(['a', 'a', 'b'], ['a', 'c'])).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
    expect(setScore([], [])).toMatchObject({ f1: 1 });
    expect(setScore(['a'], [])).toMatchObject({ f1: 0 });
    expect(setScore(['a'], ['b'])).toMatchObject({ f1: 0 });
  });
});

describe('graphWalks', () => {
  it('fills a length with edges to 4 tokens', async () => {
    for (const tokenizer of ['o200k_base', 'gpt2', 'characters', 'words']) {
      for (const theCase of await casesOf({ lengths: [5000, 20_000], steps: 2, tokenizer })) {
        const { promptTokens } = await buildPrompt(theCase);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(4);
      }
    }
  });

  it('is walked perfectly by a perfect reader, in both languages', async () => {
    const tests = [
      ...(await graphWalks({ lengths: [4000] })),
      ...(await graphWalks({ lengths: [4000], language: 'zh' })),
    ];
    for (const { vars } of tests) {
      const { prompt } = await buildPrompt(vars!.case as never);
      const answer = async (profile: 'perfect' | 'silent') => {
        const model = new SimulatedReader({ config: { profile } });
        const { output } = await model.callApi(prompt, { vars } as never);
        return (await score(output, { vars: vars as never })).score;
      };
      expect(await answer('perfect')).toBe(1);
      expect(await answer('silent')).toBe(0);
    }
  });

  it('says of each node whether it was found, and where the edge stands that leads to it', async () => {
    const [theCase] = await casesOf({ tasks: 'parents', lengths: [4000] });
    const { answer, positions } = truthOf(theCase!);
    const half = answer.slice(0, Math.ceil(answer.length / 2));
    const result = scored(`Final Answer: [${half.join(', ')}, ffff]`, theCase!);
    expect(result.metadata).toMatchObject({
      places: positions,
      nodes: answer.map((_, i) => (i < half.length ? 1 : 0)),
      format: 'last line',
    });
    expect(result.metadata).not.toHaveProperty('marks');
    expect(result.namedScores.recall).toBeCloseTo(half.length / answer.length, 12);
    const elsewhere = scored(`The nodes are [${answer.join(', ')}]. Done.`, theCase!);
    expect(elsewhere).toMatchObject({ score: 0, namedScores: { anywhere: 1 } });
    expect(elsewhere.metadata).toMatchObject({ format: 'elsewhere', diagnosis: 'scattered' });
    // Of which the second look says that it is about the form.
    expect(elsewhere).toMatchObject({
      readable: true,
      inForm: 1,
      reason: `the last line is no final answer, but elsewhere stands ${answer.length} of ${answer.length} nodes, 0 others`,
      namedScores: { precision: 0, recall: 0, f1: 0 },
    });
    expect(result).toMatchObject({
      readable: true,
      reason: `${half.length} of ${answer.length} nodes, 1 others`,
      metadata: { diagnosis: 'scattered' },
    });
    expect(result.namedScores).toMatchObject({
      precision: half.length / (half.length + 1),
      anywhere: result.score,
    });
    expect(scored(`Final Answer: [${answer.join(', ')}]`, theCase!)).toMatchObject({
      score: 1,
      metadata: { diagnosis: 'complete' },
    });
    expect(scored('Final Answer: [ffff]', theCase!)).toMatchObject({
      score: 0,
      readable: true,
      metadata: { diagnosis: 'wrong' },
    });
    expect(scored('There are none.', theCase!)).toMatchObject({
      readable: false,
      reason: 'no list of nodes: "There are none."',
      metadata: { diagnosis: 'wrong', format: 'no list' },
    });
    expect(scored('', theCase!)).toMatchObject({
      reason: 'The answer is empty.',
      metadata: { diagnosis: 'empty' },
    });
  });

  it('takes the authors’ file', async () => {
    const path = join(folder, 'one.parquet');
    writeFileSync(path, PARQUET);
    const [test] = await graphWalks({ published: path });
    expect(test!.metadata).toMatchObject({ task: 'parents', example: 1 });
    const vars = test!.vars as never;
    expect(await score('Final Answer: [ef, ab]', { vars })).toMatchObject({ score: 1 });
  });

  it('takes NeMo Gym’s lines, and says which has no list of nodes', async () => {
    const path = join(folder, 'gym.jsonl');
    const line = (expected_answer: string) =>
      JSON.stringify({
        responses_create_params: { input: [{ role: 'user', content: 'The graph …' }] },
        expected_answer,
        problem_type: 'parents',
      });
    writeFileSync(path, line('["ab", "cd"]'));
    const [test] = await graphWalks({ published: path });
    const vars = test!.vars as never;
    expect(await score('Final Answer: [cd, ab]', { vars })).toMatchObject({ score: 1 });
    writeFileSync(path, line('ab, cd'));
    await expect(graphWalks({ published: path })).rejects.toThrow(/example 1: `answer_nodes`/);
  });

  it('is right to find nothing where there is nothing, if the answer says so as asked', async () => {
    const path = join(folder, 'none.json');
    const one = { prompt: 'The graph …', answer_nodes: [], problem_type: 'parents' };
    writeFileSync(path, JSON.stringify([one]));
    const [theCase] = await casesOf({ published: path });
    const nothing = { f1: 0, precision: 0, recall: 0, anywhere: 0 };
    expect(scored('Final Answer: []', theCase!)).toMatchObject({ score: 1 });
    expect(scored('There are none.', theCase!)).toMatchObject({
      score: 0,
      readable: false,
      namedScores: nothing,
    });
    expect(scored('I found [].\n', theCase!)).toMatchObject({
      score: 0,
      namedScores: { ...nothing, anywhere: 1 },
      reason: 'the last line is no final answer, but elsewhere stands 0 of 0 nodes, 0 others',
    });
    expect(scored('Final Answer: [ab, ab]', theCase!)).toMatchObject({
      score: 0,
      readable: true,
      reason: '0 of 0 nodes, 1 others',
    });
  });

  it('says what is wrong', async () => {
    await expect(graphWalks({ lengths: [300] })).rejects.toThrow(
      /^graphWalks: `lengths` has 300, but the smallest graph .* takes \d+ tokens/,
    );
    await expect(graphWalks({ published: 'x.parquet', degree: 3 })).rejects.toThrow(/`degree`/);
  });
});
