/** Our prompts of RULER v2 in the authors' words, beside what their code writes of the same items. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchmarkOf } from '../../dist/benchmarks/registry.js';
import { referencesOf } from '../../dist/extras/more-benchmarks/ruler-v2/prompts.js';
import { TASK_NAMES } from '../../dist/extras/more-benchmarks/ruler-v2/tasks.js';
import { buildPrompt } from '../../dist/generators/prompt.js';
import { rulerV2 } from '../../dist/index.js';
import { askPython, compare } from './ask-originals.mjs';

const example = (name) =>
  fileURLToPath(new URL(`../../examples/ruler-v2/${name}`, import.meta.url));

const FILES = { mmlu: example('mmlu.jsonl'), hotpotqa: example('hotpotqa.json') };

/** The items of a list with their labels, in order. */
function itemsOf(context) {
  return context.split(/\n\n(?=(?:Question|Document) \d{7}:)/).map((line) => {
    const [, label, text] = /^(?:Question (?=\d{7}: )|Document )(\d{7}):[ \n]([\s\S]*)$/.exec(line);
    return [label, text];
  });
}

/** What the authors' code is told of a Case. */
function requestOf(theCase) {
  const { context, wording } = benchmarkOf(theCase).task(theCase);
  const { places, optional } = wording;
  const { task } = theCase;
  if (task.endsWith('niah_basic')) return { rule: 'needles', task, context, query: places.query };
  const items = itemsOf(context);
  const labels = items.map(([label]) => label);
  if (!task.startsWith('qa_')) {
    const same = labels.flatMap((label, i) => (label === places.i ? [i] : []));
    const asked = same[Number.parseInt(optional.order ?? '1', 10) - 1];
    const shown = [1, 2, 3, 4, 5].filter((k) => optional[`i${k}`]);
    const examples = shown.map((k) => labels.indexOf(optional[`i${k}`]));
    const letters = shown.map((k) => optional[`answer${k}`]);
    return { rule: 'questions', task, items, asked, examples, letters };
  }
  const isText = task === 'qa_basic';
  const gold = isText ? [labels.indexOf(referencesOf(theCase)[0])] : [...items.keys()].slice(0, 1);
  return { rule: 'documents', task, items, gold, close: [], question: places.question ?? '' };
}

/** Forty prompts of each task. */
export async function rulerV2Prompts({ gym }) {
  const folder = mkdtempSync(join(tmpdir(), 'ruler-v2-'));
  const asked = (requests) => askPython('ruler_v2.py', [gym], requests);
  const worded = asked(TASK_NAMES.map((task) => ({ rule: 'template', task })));
  const template = Object.fromEntries(
    TASK_NAMES.map((task, i) => {
      writeFileSync(join(folder, `${task}.txt`), worded[i]);
      return [task, join(folder, `${task}.txt`)];
    }),
  );
  const items = [];
  for (const { vars } of await rulerV2({ ...FILES, lengths: [1500], seeds: 40, template })) {
    const { prompt } = await buildPrompt(vars.case);
    items.push({ ours: prompt, note: vars.case.task, request: requestOf(vars.case) });
  }
  rmSync(folder, { recursive: true });
  return compare('prompts: RULER v2, 12 tasks', items, asked(items.map(({ request }) => request)));
}
