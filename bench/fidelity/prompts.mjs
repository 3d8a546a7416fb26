/** Our prompts of a template beside those of the authors' builder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { documentsOf } from '../../dist/benchmarks/multi-document-qa/documents.js';
import { buildPrompt } from '../../dist/generators/prompt.js';
import { keyValueRetrieval, multiDocumentQa } from '../../dist/index.js';
import { askOriginals, compare } from './ask-originals.mjs';

function recordsOf(file) {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function promptsOf(tests) {
  const built = [];
  for (const test of tests) {
    const theCase = test.vars.case;
    built.push({ theCase, prompt: (await buildPrompt(theCase)).prompt });
  }
  return built;
}

/** Every example of a file, with the gold pair at the places that the paper asks about. */
export async function keyValuePrompts(originals, file, prompts) {
  const records = recordsOf(file);
  const indices = [0, 24, 49, 74];
  const rows = [];
  for (const aware of [false, true]) {
    const name = aware ? 'kv_retrieval_with_query_aware_contextualization' : 'kv_retrieval';
    const template = join(prompts, `${name}.prompt`);
    const built = await promptsOf(await keyValueRetrieval({ published: file, indices, template }));
    const items = built.map(({ theCase, prompt }) => {
      const { ordered_kv_records: all, key, value } = records[theCase.cell.example - 1];
      const pairs = all.filter(([one]) => one !== key);
      pairs.splice(theCase.cell.index, 0, [key, value]);
      return { ours: prompt, request: { rule: 'pairs', pairs, key, aware } };
    });
    const theirs = askOriginals(
      originals,
      items.map(({ request }) => request),
    );
    rows.push(compare(`prompts: ${name}`.slice(0, 46), items, theirs));
  }
  return rows;
}

/** Closed book, oracle, query-aware, and ten documents with the gold one at several places. */
export async function questionPrompts(originals, file, prompts) {
  const records = recordsOf(file);
  const folder = mkdtempSync(join(tmpdir(), 'fidelity-'));
  const ten = join(folder, 'ten.jsonl');
  // A file like the authors': each question with nine documents of other questions behind its own.
  const wrong = (i) =>
    Array.from({ length: 9 }, (_, j) => records[(i + 7 * j + 1) % records.length].ctxs[0]);
  const lines = records.slice(0, 300).map((record, i) => {
    const ctxs = [
      ...record.ctxs,
      ...wrong(i).map((one) => ({ ...one, isgold: false, hasanswer: false })),
    ];
    return JSON.stringify({ ...record, ctxs });
  });
  writeFileSync(ten, lines.join('\n'));
  const prompt = (name) => join(prompts, `${name}.prompt`);
  const all = records.length;
  const grids = [
    [
      'closed book',
      { published: file, questions: all, tasks: 'closed-book', template: prompt('closedbook_qa') },
    ],
    ['oracle', { published: file, questions: all, tasks: 'oracle', template: prompt('qa') }],
    [
      'oracle, query-aware',
      {
        published: file,
        questions: all,
        tasks: 'oracle',
        template: prompt('qa_with_query_aware_contextualization'),
      },
      { aware: true },
    ],
    ['gold at 0, 4, 9', { published: ten, indices: [0, 4, 9], template: prompt('qa') }],
    [
      'query-aware',
      {
        published: ten,
        indices: [0, 4, 9],
        template: prompt('qa_with_query_aware_contextualization'),
      },
      { aware: true },
    ],
    [
      'random order',
      {
        published: ten,
        indices: [0, 4, 9],
        shuffleDistractors: true,
        template: prompt('qa_ordered_randomly'),
      },
      { random: true },
    ],
  ];
  const rows = [];
  for (const [name, config, { aware = false, random = false } = {}] of grids) {
    const built = await promptsOf(await multiDocumentQa(config));
    const items = built.map(({ theCase, prompt: ours }) => {
      const source = records[theCase.cell.question];
      const { question } = source;
      if (theCase.task === 'closed-book')
        return { ours, request: { rule: 'closed-book', question } };
      const documents = random ? orderOf(theCase) : expectedOrder(theCase, source, wrong);
      return { ours, request: { rule: 'documents', question, documents, aware, random } };
    });
    rows.push(
      compare(
        `prompts: ${name}`,
        items,
        askOriginals(
          originals,
          items.map(({ request }) => request),
        ),
      ),
    );
  }
  rmSync(folder, { recursive: true });
  return rows;
}

/** The documents of a file with the gold one at the index asked for. */
function expectedOrder({ task, cell }, { ctxs }, wrong) {
  const documents = task === 'oracle' ? [] : wrong(cell.question);
  return documents
    .toSpliced(cell.index ?? 0, 0, ctxs[0])
    .map(({ title, text }) => ({ title, text }));
}

/** Chance is ours, so the order is too; the builder only writes it. */
function orderOf(theCase) {
  return documentsOf(theCase).map(({ title, text }) => ({ title, text }));
}
