/** What a compaction keeps is counted by kind, and only the model's share of a loss has an interval. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { benchmarkOf } from '../../src/benchmarks/registry.js';
import type { KeptOf } from '../../src/contract/compaction.js';
import { agentHistory } from '../../src/index.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { INDEX, Project, SIMULATED_MODEL } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project);
const GRID = { tasks: ['latest', 'instructions'], keys: 6, updates: 1, lengths: [3000], seeds: 8 };

afterAll(async () => {
  await evaluator.stop();
  project.remove();
});

/** How likely a fact of each kind stays. */
const STAYS = { names: 0.9, numbers: 0.7, code: 0.5, instructions: 0.2 };

const KEEP = `import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const facts = Object.entries(JSON.parse(readFileSync(new URL('./facts.json', import.meta.url), 'utf8')));
const draw = (text) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
const gone = facts.filter(([text, share]) => draw(text) >= share).map(([text]) => text);
export const keep = ({ turns }) => turns.map((turn) => turn.role === 'call' ? turn :
  { ...turn, content: gone.reduce((text, fact) => text.replaceAll(fact, ''), turn.content) });
if (process.argv[2]) process.stdout.write(JSON.stringify({ turns: keep(JSON.parse(readFileSync(0, 'utf8'))) }));
`;

it('is exact for each kind, and for a perfect model, by function, program and server, once and as it grows', async () => {
  const tests = await agentHistory(GRID as never);
  const readings = tests.map(({ vars }) => benchmarkOf(vars.case).reading(vars.case));
  const pieces = readings.flatMap((one) => one.pieces.filter(({ role }) => role !== 'bait'));
  const shareOf = (kinds: readonly string[]) =>
    kinds.includes('instructions')
      ? STAYS.instructions
      : STAYS[kinds.find((kind) => kind in STAYS) as 'names'];
  const facts = Object.fromEntries(pieces.map(({ text, kinds = [] }) => [text, shareOf(kinds)]));
  project.write('facts.json', JSON.stringify(facts));
  const file = project.write('keep.mjs', KEEP);
  const { keep } = await import(pathToFileURL(file).href);
  const server = createServer((message, response) => {
    const parts: Buffer[] = [];
    message.on('data', (part: Buffer) => parts.push(part));
    message.on('end', () =>
      response.end(JSON.stringify({ turns: keep(JSON.parse(`${Buffer.concat(parts)}`)) })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const rolling = { at: 2700 };
  const ways = [
    { label: 'function', function: 'keep.mjs:keep' },
    { label: 'program', command: [process.execPath, 'keep.mjs', 'run'], samples: 1 },
    { label: 'server', url, samples: 1 },
  ];
  // A program is started for each of very many steps.
  const growing = ways.filter(({ command }) => command === undefined);
  const { output, stats } = await evaluator.evaluate(
    {
      prompts: ['{{prompt}}'],
      providers: [{ id: SIMULATED_MODEL, label: 'perfect' }],
      tests: [
        {
          path: `${INDEX}:agentHistory`,
          config: {
            ...GRID,
            threshold: 0,
            compact: [
              ...ways,
              ...growing.map((way) => ({ ...way, label: `${way.label} grows`, rolling })),
            ],
          },
        },
      ],
    },
    { file: 'kinds.json' },
  );
  server.close();
  expect([stats.errors, stats.failures], output).toEqual([0, 0]);
  await ours(project, ['report', 'kinds.json', '--out', 'kinds']);
  const { compactions } = JSON.parse(
    readFileSync(join(project.path, 'kinds', 'report.json'), 'utf8'),
  );
  const rows = compactions.filter(({ series }: { series?: string }) => series === undefined);
  expect(rows).toHaveLength(ways.length + growing.length);
  const kept = new Set(
    keep({ turns: Object.keys(facts).map((content) => ({ role: 'user', content })) }).flatMap(
      ({ content }: { content: string }) => content || [],
    ),
  );
  const truth = new Map<string, KeptOf>();
  for (const { kinds = [], text, isSuperseded } of pieces) {
    for (const kind of isSuperseded ? [] : kinds) {
      const [own, all] = truth.get(kind) ?? [0, 0];
      truth.set(kind, [own + Number(kept.has(text)), all + 1]);
    }
  }
  for (const { way, failed, kinds, lost, dropped, without, with: left } of rows) {
    expect([way, failed]).toEqual([way, undefined]);
    for (const { kind, kept: share, facts: all } of kinds) {
      expect([way, kind, share * all, all]).toEqual([way, kind, ...truth.get(kind)!]);
    }
    expect(without).toBe(1);
    expect(lost.value).toBeCloseTo(1 - left, 10);
    expect(dropped).toBeCloseTo(1 - left, 10);
    expect(lost.high - lost.low).toBeLessThan(0.04);
  }
});
