/**
 * Compactions that lose lines by chance, whose survival is known: what the report says of them, as a program and as a
 * server, once and as the history grows (docs/method/agent-history.md). Through promptfoo, with a simulated reader:
 *
 *   npm run build && node bench/compactions.mjs
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { benchmarkOf } from '../dist/benchmarks/registry.js';
import { textOfTurn } from '../dist/haystack/messages/transcript.js';
import { loadTokenizer } from '../dist/haystack/tokenizer.js';
import { agentHistory } from '../dist/index.js';
import { printTable } from './markdown.mjs';
import { root, run } from './measure.mjs';
import { measureEvaluation } from './promptfoo.mjs';
import { mean } from './readers.mjs';

const GRID = { tasks: ['latest'], lengths: [8000], seeds: 12, threshold: 0 };
const SAMPLES = 4;
const AT = 6000;

/** Which share of the lines each pass keeps. */
const WAYS = [
  { label: 'program once', keep: 0.85 },
  { label: 'program rolling', keep: 0.85, rolling: { at: AT } },
  { label: 'server once', keep: 0.7 },
  { label: 'server rolling', keep: 0.75, rolling: { at: AT } },
];

/** Each line of what is said and returned stays or goes by itself; what the system says stays. */
const lossy = (turns, isKept) =>
  turns.map((turn, i) =>
    turn.role === 'system' || turn.role === 'call'
      ? turn
      : {
          ...turn,
          content: turn.content
            .split('\n')
            .filter((_, line) => isKept(i, line))
            .join('\n'),
        },
  );

/** A number from 0 to 1 for each line of each pass over each sample. */
const drawn = (...of) =>
  createHash('sha256').update(of.join('/')).digest().readUInt32BE() / 2 ** 32;

/** What a call is answered with. */
const answer = ({ turns, seed, pass }, keep) =>
  JSON.stringify({ turns: lossy(turns, (...of) => drawn(seed, pass, ...of) < keep) });

const PROGRAM = `import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
const lossy = ${lossy};
const drawn = ${drawn};
const answer = ${answer};
appendFileSync('calls.txt', '.');
process.stdout.write(answer(JSON.parse(readFileSync(0, 'utf8')), Number(process.argv[2])));
`;

let posted = 0;
const server = createServer(async (request, response) => {
  posted++;
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  response.end(answer(JSON.parse(text), Number(request.url.slice(1))));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** How often each history is shortened to know the survival. */
const DRAWS = 20;

/** The share of facts that survives, over many draws of another chance, with rolling passes written anew. */
async function survival({ keep, rolling }) {
  const tokenizer = await loadTokenizer('o200k_base');
  const lengths = new Map();
  const count = (text) => {
    if (!lengths.has(text)) lengths.set(text, tokenizer.count(text));
    return lengths.get(text);
  };
  const chance = seedrandom(JSON.stringify({ keep, rolling }));
  const cases = (await agentHistory(GRID)).map(({ vars }) => vars.case);
  const shares = cases.flatMap((theCase) => {
    const benchmark = benchmarkOf(theCase);
    const history = benchmark.task(theCase).turns.slice(0, -1);
    const facts = benchmark
      .reading(theCase)
      .pieces.filter((one) => one.role !== 'bait' && !one.isSuperseded);
    return Array.from({ length: DRAWS }, () => {
      let kept = rolling ? [] : lossy(history, () => chance() < keep);
      let tokens = 0;
      const open = new Set();
      for (const turn of rolling ? history : []) {
        kept.push(turn);
        tokens += count(textOfTurn(turn));
        if (turn.role === 'call') open.add(turn.id);
        if (turn.role === 'result') open.delete(turn.id);
        if (open.size > 0 || tokens <= AT) continue;
        kept = lossy(kept, () => chance() < keep);
        tokens = kept.reduce((sum, one) => sum + count(textOfTurn(one)), 0);
      }
      const texts = kept.map(textOfTurn);
      return mean(facts.map(({ text }) => Number(texts.some((one) => one.includes(text)))));
    });
  });
  return mean(shares);
}

const folder = mkdtempSync(join(tmpdir(), 'compactions-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/promptfoo-counting-stars'));
writeFileSync(join(folder, 'lossy.mjs'), PROGRAM);
const compact = WAYS.map(({ label, keep, rolling }) => ({
  label,
  samples: SAMPLES,
  ...(rolling && { rolling }),
  ...(label.startsWith('program')
    ? { command: [process.execPath, 'lossy.mjs', String(keep)] }
    : { url: `http://127.0.0.1:${server.address().port}/${keep}` }),
}));
const index = 'file://node_modules/promptfoo-counting-stars/dist/index.js';
const config = join(folder, 'promptfooconfig.json');
writeFileSync(
  config,
  JSON.stringify({
    prompts: ['{{prompt}}'],
    providers: [{ id: 'package:promptfoo-counting-stars:SimulatedReader', label: 'perfect' }],
    tests: [{ path: `${index}:agentHistory`, config: { ...GRID, compact } }],
  }),
);
const results = join(folder, 'results.json');
const home = join(folder, 'home');
await measureEvaluation({ home, cwd: folder, config, args: ['-o', results] });
const calls = () => posted + readFileSync(join(folder, 'calls.txt'), 'utf8').length;
const made = calls();

/** The rows of the report, drawn from the results. */
async function rowsOf(out) {
  const command = [join(root, 'dist/cli.js'), 'report', results, '--out', out];
  await run(process.execPath, command, { cwd: folder });
  return JSON.parse(readFileSync(join(folder, out, 'report.json'), 'utf8')).compactions;
}

const rows = await rowsOf('first');
printTable(
  [
    'compaction',
    'survives',
    'facts kept',
    'SD between samples',
    'recall lost (95%)',
    'off, in standard errors',
  ],
  await Promise.all(
    WAYS.map(async (way) => {
      const survives = await survival(way);
      const { kept, spread, lost } = rows.find((row) => row.way === way.label);
      const error = (lost.high - lost.low) / (2 * 1.96);
      return [
        way.label,
        survives.toFixed(3),
        kept.toFixed(3),
        spread.toFixed(3),
        `${lost.value.toFixed(3)} (${lost.low.toFixed(3)} to ${lost.high.toFixed(3)})`,
        ((lost.value - (1 - survives)) / error).toFixed(1),
      ];
    }),
  ),
);
await rowsOf('again');
console.log(`\n${made} calls; ${calls() - made} when the page is drawn again.`);
server.close();
rmSync(folder, { recursive: true });
