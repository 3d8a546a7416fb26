import { describe, expect, it } from 'vitest';
import { jsonLine, jsonText, terminalText } from '../../src/base/safe-output.js';
import type { Row } from '../../src/contract/row.js';
import { historyOf } from '../../src/extras/history/history.js';
import { historyDocument } from '../../src/extras/history/history-document.js';
import { documentCsv } from '../../src/measuring/document/render/csv.js';
import { documentHtml } from '../../src/measuring/document/render/html.js';
import { documentJunit } from '../../src/measuring/document/render/junit.js';
import { documentMarkdown } from '../../src/measuring/document/render/markdown.js';
import { documentTerminal } from '../../src/measuring/document/render/terminal.js';
import { baselineOf } from '../../src/measuring/facts/baseline-of.js';
import { evaluationOf } from '../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../src/measuring/facts/tables/analyse.js';
import { reportDocument } from '../../src/measuring/report/report-document.js';
import { documentFor, reportFiles } from '../../src/measuring/report/report-files.js';
import { baselineText } from '../../src/measuring/results/baseline/baseline-text.js';
import { changesSince } from '../../src/measuring/verdicts/gate/changes.js';
import { DEFAULT_GATE } from '../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../src/measuring/verdicts/gate/gate-document.js';
import { gateWithFloors as gate } from '../../src/measuring/verdicts/gate/gate-with-floors.js';
import { imagine } from '../measuring/results/rows-for-tests.js';

/** What a runner takes for a command. GitHub's reads `::` behind white space, and `##[` anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours that we print.
const COMMAND = /^\s*(?:\u001b\[[\d;]*m)*\s*::|##\[|##vso\[|##teamcity\[/m;

const NAMES = [
  '::error::x',
  '  ::stop-commands::t',
  'a ##[error]x',
  '##vso[task.x]',
  'a\n::error::x',
  'a\u2028::error::x',
  'a\r::error::x',
];

describe('terminalText', () => {
  it.each(NAMES)('makes no command of %j', (name) => {
    expect(terminalText(name)).not.toMatch(COMMAND);
    expect(terminalText(`one\n${name}\n`)).not.toMatch(COMMAND);
    expect(terminalText(`\u001b[1m${name}\u001b[0m`)).not.toMatch(COMMAND);
  });

  it('leaves all other text as it is', () => {
    const text = 'openai::chat x::y\n## heading #[a]\n  64K: 0.9\n';
    expect(terminalText(text)).toBe(text);
  });

  it.each(NAMES)('a reader called %j gives no command in the terminal', (name) => {
    const rows = imagine(name, () => 0.5);
    const look = { colour: true, width: 80 };
    expect(
      terminalText(documentTerminal(reportDocument(analyse(evaluationOf(rows))), look)),
    ).not.toMatch(COMMAND);
    const floors = [{ kind: 'recall' as const, recall: 0.9 }];
    const result = gate(evaluationOf(rows), undefined, { ...DEFAULT_GATE, floors });
    expect(terminalText(documentTerminal(gateDocument(result), look))).not.toMatch(COMMAND);
  });
});

describe('jsonLine', () => {
  it('stays the same data', () => {
    const data = {
      name: '##[error]x',
      other: '##vso[x]',
      turned: 'a\u202eb\u2066c\u009bd\u{e0001}',
    };
    const json = jsonLine(data);
    expect(json).not.toMatch(COMMAND);
    expect(json).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(json)).toEqual(data);
  });
});

/** A made-up key, put together here so that nobody takes it for one that leaked. */
const KEY = `sk-${'a1B2c3D4'.repeat(4)}`;

const PAYLOAD =
  `<img src=x onerror=alert(1)> ]]></style></svg><script>x</script> [a](javascript:x) @you \`b\` ` +
  `\u001b[2J\u0007\u0000\u202e\u2066\u009b\u2028\ud800 ##[error]x ##vso[x] "'& | =1+1 ${KEY}\n` +
  '::error::x\n=HYPERLINK("http://x")\n# heading\n@SUM(1)';

/** What stands in a field, so that fields differ. */
const hostile = (field: string) => `${field} ${PAYLOAD}`;

/**
 * A row whose every text is hostile. Its type names every field that a row may have: a new one does not
 * compile until it is here, and then goes through every output below.
 */
function hostileRow(tokens: number, seed: number, provider: string): Required<Row> {
  return {
    id: hostile(`${tokens} ${seed} id`),
    case: { tokens, benchmark: hostile('case') },
    at: {
      evalId: hostile('eval'),
      test: seed,
      column: 0,
      provider: { id: hostile('provider id') },
    },
    benchmark: hostile('benchmark'),
    task: hostile('task'),
    language: hostile('language'),
    haystack: hostile('haystack'),
    version: hostile('version'),
    variant: hostile('variant'),
    conditions: { [hostile('condition')]: hostile('value') },
    unit: hostile(`unit ${seed}`),
    cluster: hostile(`cluster ${seed}`),
    size: hostile(`size ${tokens}`),
    control: false,
    given: hostile('given'),
    composite: { part: hostile('part'), weight: 1, variant: hostile('composite') },
    compaction: {
      way: hostile('way'),
      of: hostile(`${tokens} ${seed} id`),
      before: 10,
      after: 5,
      current: [[1, 2]],
      superseded: [[0, 1]],
      sample: 1,
      failed: hostile('failed'),
    },
    compactedBy: { labels: [hostile('label')], id: hostile('provider id') },
    provider: hostile(provider),
    answeredBy: hostile(provider),
    under: {
      model: hostile('model'),
      named: hostile('named'),
      form: hostile('form'),
      promptfoo: hostile('promptfoo'),
      config: { [hostile('setting')]: hostile('set') },
      frame: { [hostile('part')]: hostile('frame') },
      variables: { [hostile('variable')]: hostile('text') },
    },
    way: hostile('way'),
    prompt: hostile('prompt'),
    tokens,
    seed,
    shard: '1/2',
    grid: { id: hostile('grid'), size: 99 },
    gate: { baseline: hostile('baseline'), maxDrop: 0.02, baselineProviders: [hostile('old')] },
    description: hostile('description'),
    score: 0.25,
    marks: [0, 0, 1, 0],
    positions: [0.1, 0.4, 0.7, 1],
    needed: [0.1, 0.4, 0.7, 1],
    passed: false,
    error: hostile('error'),
    reason: hostile('reason'),
    diagnosis: hostile('diagnosis'),
    unfinished: 'cut-off',
    reading: 'doubtful',
    transforms: [{ by: 'test', effect: 'removed' }],
    namedScores: { [hostile('named')]: 0.5 },
    measures: { [hostile('measure')]: 0.5 },
    follow: ['recall', hostile('measure')],
    measure: hostile('of'),
    unscored: true,
    answer: hostile('answer'),
    reserve: 100,
    promptTokens: tokens,
    latencyMs: 10,
    cost: 0.1,
    cachedTokens: 1,
    writtenTokens: 1,
    outputTokens: 2,
    reasoningTokens: 1,
    cached: true,
    overcome: [{ error: hostile('overcome'), cost: 0.1 }],
    damaged: true,
    doubt: hostile('doubt'),
    sent: 1,
    built: 1,
    rated: true,
    again: true,
  };
}

const LENGTHS = [4000, 8000, 16_000, 32_000];

/** Rows of two readers: answers, and for each length one call that failed. */
const hostileRows = ['one', 'two'].flatMap((provider) =>
  LENGTHS.flatMap((tokens) =>
    [1, 2, 3].map((seed): Row => {
      const { error, measure, unscored, ...row } = hostileRow(tokens, seed, provider);
      return seed === 3 ? { ...row, error } : row;
    }),
  ),
);

const SHOWN = { colour: true, width: 80 };

async function outputs(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const origin = {
    sources: [hostile('source')],
    config: { description: hostile('title'), providers: [{ id: hostile('config') }] },
    expected: { unchecked: 'config' as const, error: hostile('unknown') },
    evalId: hostile('eval'),
  };
  const evaluation = evaluationOf(hostileRows, origin);
  const better = hostileRows.map((row) => ({ ...row, score: 1, marks: [1, 1, 1, 1] }));
  const baseline = baselineOf([evaluationOf(better, { measures: 'all' })], true);
  const result = gate(evaluation, baseline, {
    ...DEFAULT_GATE,
    floors: [{ kind: 'recall', recall: 0.9 }],
    allow: { errors: true, missing: true, extra: true, cached: false, changed: false, new: false },
  });
  const since = changesSince({ file: hostile('baseline'), evaluation, result });
  const data = { ...analyse(evaluation), since };
  const context = {
    title: hostile('title'),
    config: origin.config,
    sources: evaluation.sources,
    results: { files: [hostile('file')] },
  };
  const page = await documentFor(data, context, evaluation, async ({ marks }) => {
    const text = `${hostile('before')}${hostile('piece')}${hostile('after')}`;
    const start = hostile('before').length;
    const place = { start, end: start + hostile('piece').length };
    return { question: hostile('question'), text, pieces: marks.map(() => place) };
  });
  const files = reportFiles(data, page);
  for (const [name, content] of files) found.set(name, String(content));
  const history = historyOf([evaluationOf(better, origin), evaluation, evaluation], {
    alpha: 0.05,
    maxDrop: 0.02,
    threshold: 0.85,
  });
  found.set('report.txt', terminalText(documentTerminal(reportDocument(data, context), SHOWN)));
  const gated = gateDocument(result, { results: [hostile('file')], baseline: hostile('old') });
  found.set('gate.txt', terminalText(documentTerminal(gated, SHOWN)));
  found.set('gate.md', documentMarkdown(gated));
  found.set('gate.xml', documentJunit(gated));
  found.set('gate.html', documentHtml(gated));
  found.set('gate.json', jsonText(result));
  const document = historyDocument(history);
  found.set('history.txt', terminalText(documentTerminal(document, SHOWN)));
  found.set('history.html', documentHtml(document));
  found.set('history.md', documentMarkdown(document));
  found.set('history.xml', documentJunit(document));
  found.set('history.csv', documentCsv(document));
  found.set('history.json', jsonText(history));
  found.set('baseline.json', baselineText(baseline));
  return found;
}

/** What no output of a kind may hold. */
const FORBIDDEN: Readonly<Record<string, RegExp[]>> = {
  // A tag of the payload, a second script, or a handler outside of a text.
  html: [/<img/i, /<script>x/, /<\/svg><script/],
  svg: [/<img/i, /<script/i],
  xml: [/<img/i, /<script/i],
  md: [/(?<!`[^`\n]*)<img/, /^# heading/m],
  // Only the colours of our own.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the start of what a terminal obeys.
  txt: [COMMAND, /\x1b(?!\[(?:[01]|22|3[1-3]|39|38;5;\d{1,3})m)/],
  csv: [/(?:^|,|;)"?[=@]/m],
  json: [COMMAND],
};

describe('every output of a result whose every text is hostile', () => {
  it('has nothing in it that its medium obeys, and no key', async () => {
    const found = await outputs();
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(['index.html', 'summary.md', 'failures.csv']),
    );
    for (const [name, text] of found) {
      const kind = name.slice(name.lastIndexOf('.') + 1);
      expect(FORBIDDEN, name).toHaveProperty(kind);
      expect(name).toMatch(/^[\w.-]+$/);
      expect(text.includes(KEY), `${name} has a key`).toBe(false);
      const controls = new RegExp(`[^\\P{Cc}\\n${kind === 'txt' ? '\\x1b' : '\\t\\r'}]`, 'u');
      expect(text.match(controls), name).toBeNull();
      expect(
        text.match(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u),
        name,
      ).toBeNull();
      for (const pattern of FORBIDDEN[kind]!)
        expect(text.match(pattern)?.[0], name).toBeUndefined();
      if (kind === 'json') expect(() => JSON.parse(text)).not.toThrow();
    }
  });
});
