import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { speaking } from '../../../../src/base/text/speaking.js';
import { html } from '../../../../src/measuring/output/markup.js';
import { reportAnswer } from '../../../../src/measuring/report/answer.js';
import { charts } from '../../../../src/measuring/report/charts/charts.js';
import { renderHtml } from '../../../../src/measuring/report/html/page.js';
import type { ReportData } from '../../../../src/measuring/tables/tables.js';
import { reachedAt } from '../../output/likely.js';
import {
  EXAMPLE_SERIES,
  evenLengths,
  exampleData,
  HOSTILE,
  hostileData,
  UNTOLD,
} from '../example-data.js';

const METHOD = {
  title: 'Long contexts',
  generatedBy: 'the tests',
  lines: ['Results: results.json', 'The effective length ends where recall falls below 0.85.'],
  configJson: '{ "stars": 32 }',
};

async function page(data: ReportData, method = METHOD): Promise<string> {
  return renderHtml(data, charts(data), method);
}

let hostile: Promise<string> | undefined;

/** The page of hostile data, drawn once. */
function hostilePage(): Promise<string> {
  hostile ??= page(hostileData(), {
    title: HOSTILE.join(' '),
    generatedBy: HOSTILE.join(' '),
    lines: [...HOSTILE],
    configJson: JSON.stringify(HOSTILE),
  });
  return hostile;
}

const small = (options = {}) =>
  exampleData({ lengths: evenLengths(4, 16_000), places: 4, ...options });

/** What a reader sees of some HTML, roughly. */
function textOf(markup: string): string {
  return markup
    .replace(/<(style|script|svg)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

/** Names of all elements and attributes. */
function vocabulary(markup: string): { elements: Set<string>; attributes: Set<string> } {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  const body = markup.replace(/<(style|script)>.*?<\/\1>/gs, '<$1></$1>');
  for (const [, name, rest] of body.matchAll(/<(!?[a-zA-Z][\w-]*)((?:[^>"]|"[^"]*")*)>/g)) {
    elements.add(name!);
    for (const [, attribute] of rest!.matchAll(/([\w:-]+)(?:="[^"]*")?/g))
      attributes.add(attribute!);
  }
  return { elements, attributes };
}

describe('the page', () => {
  it('is one file under 1 MB for the default run, with answers as long as they are kept', async () => {
    const data = exampleData({ answer: () => '0123456789'.repeat(150) });
    expect(data.failures).toHaveLength(50);
    const text = await page(data);
    expect(Buffer.byteLength(text)).toBeLessThan(700_000);
    expect(text).not.toMatch(
      /<(?:img|iframe|object|embed|base|form)\b|<link (?!rel="icon" href="data:,")/,
    );
    expect(text).not.toMatch(/(?:src|href|action)="(?!#|data:,")/);
    expect(text).not.toMatch(/@import|@font-face/);
  });

  it('is the same for the same data', async () => {
    const [first, second] = [await page(small()), await page(small())];
    expect(first === second).toBe(true);
  });

  it('tells its story in order', async () => {
    const data = small();
    data.errors = [
      { ...data.failures[0]!, error: 'HTTP 429: too many requests' },
      { ...data.failures[0]!, error: 'HTTP 429: too many requests', tokens: 8000 },
    ];
    const text = await page(data);
    const order = [
      '<h1>Long contexts</h1>',
      '<p class="lead"><b>steady reader is reliable up to ',
      '<p class="headline">Recall ',
      '<p class="about">',
      '<table id="decision">',
      'id="to-series">counting-stars 32-32</h2>',
      '<h3><bdi>steady reader</bdi></h3>',
      'id="to-comparisons">',
      'id="to-summary">',
      'id="to-failures">',
      'id="to-errors">',
      'id="to-method">',
      '{ &quot;stars&quot;: 32 }',
    ].map((part) => text.indexOf(part));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(textOf(text)).toContain('2 calls got no answer. They are not counted as wrong answers');
    expect(textOf(text)).toMatch(/2× .{0,40} HTTP 429: too many requests Tokens .{0,20}8K/);
  });

  it('hands its script words in the language of the run, with places for what it counts', async () => {
    const wordsIn = (markup: string) => {
      const all = markup.matchAll(/data-(?:words|known|unknown)="([^"]*)"/g);
      return [...new Set([...all].map(([, words]) => words!))];
    };
    const placesIn = (words: string) => words.match(/\{\d\}/g)!.sort();
    const data = small();
    const [english, chinese] = [await page(data), await speaking(['zh'], () => page(data))];
    expect(wordsIn(english)).toEqual([
      '{0} lost cells, {1} of the {2} failing answers listed below',
      '{0} of {1} cells lost something',
      '{0}, place {1}: recall {2}',
      '{0}, place {1}: no answer',
    ]);
    expect(wordsIn(chinese).map(placesIn)).toEqual(wordsIn(english).map(placesIn));
    expect(wordsIn(chinese).filter((words) => !/\p{Script=Han}/u.test(words))).toEqual([]);
    expect(chinese).toContain('<html lang="zh">');
  });

  it('lets the browser run and style nothing but its own', async () => {
    const text = await page(small());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1];
    for (const tag of ['script', 'style']) {
      const contents = [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
      expect(contents).toHaveLength(1);
      const digest = createHash('sha256').update(contents[0]![1]!).digest('base64');
      expect(policy).toContain(`${tag}-src &#39;sha256-${digest}&#39;`);
    }
    expect(policy).toMatch(/^default-src &#39;none&#39;;/);
    expect(policy).not.toContain('unsafe');
    expect(text).not.toContain(' style="');
  });

  it('has tables that say what their rows and columns are', async () => {
    const text = await page(small());
    const tables = text.split('<table').slice(1);
    expect(tables.length).toBe(3 + charts(small()).length);
    expect(text.match(/role="group" aria-label="[^"]+" tabindex="0"><table/g)).toHaveLength(
      tables.length,
    );
    for (const table of tables) {
      expect(table).toContain('<th scope="col"');
      expect(table).toContain('<th scope="row">');
      expect(table.split('</table>')[0]).not.toContain('<th>');
    }
  });

  it('lists the places of a heatmap in which something was lost, and draws each cell', async () => {
    const data = small({ providers: ['p'] });
    const text = await page(data);
    const rows = [4000, 8000, 12_000, 16_000].map((tokens) => {
      const lost = data.cells.filter((cell) => cell.tokens === tokens && cell.recall < 1);
      return `${tokens / 1000}K ${lost.map(({ place }) => place).join(', ') || 'none'}`;
    });
    expect(new Set(rows.map((row) => row.split(' ')[1])).size).toBeGreaterThan(1);
    expect(textOf(text)).toContain(`Tokens Lost at place ${rows.join(' ')}`);
    const recalls = [1, 2, 3, 4].map((place) =>
      data.cells.flatMap((cell) => (cell.place === place ? cell.recall : [])).join(' '),
    );
    expect(text).toContain(`data-recalls="${recalls.join('|')}"`);
  });

  it('shows the fifty worst answers and says of how many', async () => {
    const data = exampleData();
    data.failures = Array.from({ length: 80 }, (_, i) => ({
      ...data.failures[0]!,
      score: i / 100,
      answer: `answer number ${i}`,
    }));
    const text = await page(data);
    expect(text).toContain('answer number 49');
    expect(text).not.toContain('answer number 50');
    expect(text).toContain('The 50 worst of 80 answers with a recall below 0.85 or not passed');
    expect(text.match(/<details><summary><span class="score">/g)).toHaveLength(50);
  });

  it('counts an answer once that fails by two measures, and one in the same words twice', async () => {
    const data = small();
    const { series, summary } = data;
    const failure = {
      ...exampleData().failures[0]!,
      series: series[0]!.id,
      provider: summary[0]!.provider,
    };
    data.failures = [failure, failure, { ...failure, series: 'cites' }];
    const text = textOf(await page(data));
    expect(text).toContain('Failing answers (below 0.85 or not passed): 2');
    expect(text).toContain('3 scores of 2 answers, each below 0.85 or not passed, worst first.');
  });

  it('lists failing answers of each reader and benchmark, so that a filter leaves some', async () => {
    const data = exampleData({ providers: ['p', 'q'] });
    const bad = { ...data.failures[0]!, provider: 'p', score: 0, answer: 'bad' };
    const better = [0.7, 0.8].map((score) => ({
      ...bad,
      ...{ provider: 'q', score, answer: `better ${score}` },
    }));
    data.failures = [...Array.from({ length: 80 }, () => ({ ...bad })), ...better];
    const text = await page(data);
    expect(text.match(/<details><summary><span class="score">/g)).toHaveLength(50);
    expect(text.match(/<pre[^>]*>bad</g)).toHaveLength(48);
    expect(text.indexOf('better 0.7')).toBeGreaterThan(text.lastIndexOf('>bad<'));
    expect(text.indexOf('better 0.8')).toBeGreaterThan(text.indexOf('better 0.7'));
    expect(text).toContain(
      '50 of 82 answers with a recall below 0.85 or not passed: the worst of each reader and benchmark, worst first.',
    );
  });

  it('has a row for each series and a column for each band of lengths when there are several', async () => {
    const names = ['acquisition', 'reasoning'];
    const several = names.map((id) => ({ ...EXAMPLE_SERIES, id, title: `stars · ${id}` }));
    const text = await page(exampleData({ series: several, places: 4, failures: 0 }));
    const matrix = /<table id="matrix".*?<\/table>/s.exec(text)![0];
    expect(textOf(matrix)).toContain(
      'Series Reader 4K 8K 12K–16K 20K–32K 36K–64K 68K–128K all stars · acquisition steady reader 1.00',
    );
    expect(matrix.match(/scope="rowgroup" rowspan="3">stars · /g)).toHaveLength(2);
    expect(matrix.match(/scope="row">/g)).toHaveLength(6);
    expect(await page(small())).not.toContain('<table id="matrix"');
  });

  it('has numbers of things as heads of columns, and says below what they count', async () => {
    const sizes = {
      noun: 'document',
      steps: [4, 8].map((amount) => ({ amount, tokens: 1000 * amount })),
    };
    const several = ['a', 'b'].map((id) => ({
      ...EXAMPLE_SERIES,
      id,
      sizes,
      lengths: [4000, 8000],
    }));
    const text = await page(exampleData({ series: several, places: 4, failures: 0 }));
    const matrix = /<table id="matrix".*?<\/table>/s.exec(text)![0];
    expect(matrix).toContain('<th scope="col" data-at="4000">4<br><small>4K</small></th>');
    expect(matrix).not.toContain('documents');
    expect(textOf(text)).toContain(
      'Mean recall by number of documents, with their length in tokens.',
    );
  });

  it('caps the errors it lists, and cuts each', async () => {
    const data = small();
    data.errors = Array.from({ length: 60 }, (_, i) => ({
      ...data.failures[0]!,
      error: `error ${i} ${'x'.repeat(5000)}`,
    }));
    const text = await page(data);
    expect(text).toContain('The 50 most frequent of 60 kinds are shown.');
    expect(text).toContain('error 49 ');
    expect(text).not.toContain('error 50 ');
    expect(text).not.toContain('x'.repeat(2000));
  });

  it('shows tokens, latency and cost by length, where they are known', async () => {
    const data = small({ providers: ['p'] });
    data.lengths = data.lengths.map(({ latencyMs: _, ...row }) => row);
    const text = textOf(await page(data));
    expect(text).toContain(
      'Reader Tokens Answers Errors Recall On the curve Prompt tokens, ours Prompt tokens, the provider’s Mean cost ' +
        'p 4K 1 0 1.000 (0.755–1.000) 0.997 (0.957–1.037) 3,750 3,760 $0.0100',
    );
  });

  it('says what was asked, of whom, when, how and at what cost', async () => {
    const data = small({ providers: ['p'] });
    data.about = {
      readers: 1,
      prompts: 4,
      lengths: [4000, 16_000],
      settings: ['temperature 0'],
      evalId: 'eval-1',
      began: '2026-11-22 21:48',
      spent: { ...UNTOLD, cost: 24.588 },
    };
    expect(textOf(await page(data))).toContain(
      '1 reader × 4 prompts counting-stars 32-32, en, moby-dick 4K–16K tokens temperature 0 all answers asked now $24.59 ' +
        '2026-11-22 21:48 UTC evaluation eval-1',
    );
  });

  it('has one line a reader, in ranked order, with its rank, reason, figures and pictures', async () => {
    const data = small();
    data.ranking = [1, 1, 2].map((rank, i) => ({ provider: data.providers[i]!, rank }));
    data.summary[2]!.cause = 'loses the tail (last 25 %)';
    const decision = /<table id="decision">.*?<\/table>/s.exec(await page(data))![0];
    expect(decision.match(/<tbody>/g)).toHaveLength(2);
    const text = textOf(decision);
    expect(text).toMatch(
      / 1 steady reader .*\$0\.100 1\.8 s 0 errors 1 dips in the middle .* 2 loses the tail loses the tail \(last 25 %\) reliable up to 4K not at 8K /,
    );
    const titles = [...decision.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
    expect(titles.slice(0, 5)).toEqual([
      'axis from 4K–16K tokens',
      'axis from 4K–16K tokens',
      'reliable length 8K (not at 12K)',
      'recall 1.00 at 4K, 1.00 at 16K',
      'recall from start to end: 0.75, 0.75, 1.00, 1.00',
    ]);
    const alone = /<table id="decision">.*?<\/table>/s.exec(
      await page(small({ providers: ['p'] })),
    )!;
    expect(alone[0]).not.toContain('class="rank"');
  });

  it('says what changed since a baseline, and only where there is one', async () => {
    const data = small();
    const [first, second, third] = data.providers;
    const change = (provider: string, words: string, verdict: 'worse' | 'open' | 'held') => ({
      provider,
      change: words,
      verdict,
      note: 'a note',
    });
    const since = {
      baseline: 'a<b.json',
      changes: [
        change(first!, 'no drop > 0.041', 'held'),
        { ...change(second!, '▼ 0.108 at 64K+', 'worse'), note: '' },
        change(third!, 'inconclusive', 'open'),
        change('gone <b>', '—', 'open'),
      ],
    };
    const markup = await page({ ...data, since });
    const decision = /<table id="decision">.*?<\/table>/s.exec(markup)![0];
    const text = textOf(decision).replace(/\u00a0/g, ' ');
    expect(text).toContain('Where it loses start → end Since a<b. json Cost');
    expect(text).toContain('start → end since a<b.json no drop > 0.041 a note $0.100');
    expect(text).toContain('since a<b.json ▼ 0.108 at 64K+ $0.100');
    expect(decision.match(/class="since some"/g)).toHaveLength(1);
    expect(textOf(markup)).toContain('“—”: not compared. Only in the baseline: gone <b> .');
    expect(
      textOf(await page({ ...data, since: { ...since, changes: since.changes.slice(0, 3) } })),
    ).not.toContain('Only in the baseline');
    expect(await page(data)).not.toMatch(/[Ss]ince<|class="since/);
    const several = ['a', 'b'].map((id) => ({ ...EXAMPLE_SERIES, id, title: `stars · ${id}` }));
    const battery = await page({ ...small({ series: several }), since });
    expect(textOf(/<table id="decision">.*?<\/table>/s.exec(battery)![0])).toContain(
      'Since a<b. json',
    );
  });

  it('gives no number to a reader whose answers could not be read', async () => {
    const data = small({ providers: ['p', 'q'] });
    data.ranking = [
      { provider: 'p', rank: 1 },
      { provider: 'q', unranked: 'unread' },
    ];
    data.summary[1] = {
      ...data.summary[1]!,
      recall: { value: 0, low: 0, high: 1 },
      effectiveLength: { value: 0, low: 0, high: Number.POSITIVE_INFINITY },
      ...reachedAt([4000], { low: 0 }),
      open: { why: 'unread' },
      cause: 'refused 4 of 4',
    };
    const decision = /<table id="decision">.*?<\/table>/s.exec(await page(data))![0];
    expect(textOf(decision)).toContain(
      '– q refused 4 of 4 reliable up to unknown 4K–16K tokens – recall – 0.000–1.000',
    );
  });

  it('folds pictures and pairs of more than three readers, and says less of each', async () => {
    const explained = (text: string) => /<p class="headline">(.*?)<\/p>/s.exec(text)?.[1];
    const few = await page(small());
    expect(explained(few)).toMatch(/^Recall .* loses the tail is/);
    expect(few).not.toContain('<summary>Where it was lost');
    const providers = ['a', 'b', 'c', 'd'];
    const many = await page(small({ providers }));
    expect(explained(many)).toMatch(/^Not shown to be worse: d \(16K\+\)\. .* b \(.*\), c \(/);
    const [before, folded] = many.split('<summary>Where it was lost: 4 readers');
    expect(before).not.toContain('heatmap"');
    expect(folded!.match(/<figure id="[^"]*heatmap"/g)).toHaveLength(4);
    for (const text of [few, many]) {
      expect(text).toContain('<details class="fold"><summary><h2>Readers compared</h2></summary>');
      const links = [...text.matchAll(/<a href="#(to-[^"]*)"/g)].map(([, id]) => id);
      expect(links.length).toBeGreaterThan(4);
      for (const id of links) expect(text).toContain(` id="${id}"`);
    }
  });

  it('says of no reader that it is not shown to be worse whose length is shown to be shorter', async () => {
    const providers = ['a', 'b'];
    const data = small({ providers });
    data.summary = data.summary.map((row, i) => ({
      ...row,
      ...reachedAt(
        [4000, 8000, 12_000, 16_000],
        i === 0 ? { low: 12_000 } : { low: 0, high: 12_000 },
      ),
    }));
    const [shorter] = reportAnswer(data).explained.slice(-1);
    expect(shorter).toMatch(/^b is not reliable at 12K tokens\b/);
    expect(shorter).not.toContain('worse');
    data.summary = data.summary.map((row) => ({
      ...row,
      likely: data.summary[0]!.likely,
      reliable: data.summary[0]!.reliable!,
    }));
    expect(reportAnswer(data).explained.at(-1)).toMatch(/; not shown to be worse\.$/);
  });

  it('says once what is wrong with a reader', () => {
    const data = small({ providers: ['a'] });
    const cause = 'knows only the last 64.1K tokens';
    data.summary = data.summary.map((row) => ({ ...row, cause, isDefect: true as const }));
    data.benchmarks = data.summary.map((row) => ({
      ...row,
      ...{ name: 'counting-stars', byLength: [], published: [] },
    }));
    const { explained } = reportAnswer(data);
    expect(explained.join(' ').split(cause)).toHaveLength(2);
    expect(explained.at(-1)).toBe(`a ${cause}.`);
  });

  it('has latency and cost in the decision only where some reader has them', async () => {
    const data = small();
    expect(textOf(await page(data))).toContain('Cost Mean latency Errors');
    const bare = data.summary.map(({ latencyMs, ...row }) => ({ ...row, spent: UNTOLD }));
    expect(textOf(await page({ ...data, summary: bare }))).not.toMatch(/Cost Mean|latency Errors/);
  });

  it('counts a call once where its answer has two measures, and the latency of each answer alike', async () => {
    const two = [EXAMPLE_SERIES, { ...EXAMPLE_SERIES, id: 'cites', measure: 'cites' }];
    const decisionOf = async (data: ReportData) =>
      textOf(/<table id="decision">.*?<\/table>/s.exec(await page(data))![0]);
    const once = await decisionOf(small({ providers: ['p'] }));
    expect(once).toContain('$0.100 1.8 s 0 errors');
    expect(await decisionOf(small({ providers: ['p'], series: two }))).toContain(
      '$0.100 1.8 s 0 errors',
    );
    const data = small({
      providers: ['p'],
      series: [EXAMPLE_SERIES, { ...EXAMPLE_SERIES, id: 'x' }],
    });
    const [first, second] = data.summary as [ReportData['summary'][0], ReportData['summary'][0]];
    data.summary = [
      { ...first, answers: 30, latencyMs: 1000 },
      { ...second, answers: 10, latencyMs: 3000 },
    ];
    expect(await decisionOf(data)).toContain('1.5 s');
  });

  it('begins with one dot a benchmark and reader where there are several series', async () => {
    const several = ['a', 'b'].map((id) => ({ ...EXAMPLE_SERIES, id, title: `stars · ${id}` }));
    const data = small({ series: several, providers: ['p', 'q'] });
    const { summary } = data;
    const reached = reachedAt([4000, 16_000], { low: 16_000 });
    data.benchmarks = [
      { ...summary[0]!, name: 'stars', byLength: [], published: [], ...reached },
      { ...summary[1]!, name: 'stars', byLength: [], published: [] },
      { ...summary[0]!, name: 'others', byLength: [], published: [], ...reached },
      { ...summary[1]!, name: 'others', byLength: [], published: [] },
    ];
    const text = await page(data);
    const table = /<div id="benchmarks">.*?<\/table>/s.exec(text)![0];
    expect(table).toContain('<title>reliable length 16K+</title>');
    expect(textOf(table).replaceAll('\u00a0', ' ')).toMatch(
      /^ ?stars Reader Tokens Reliable up to Recall 1 p 16K\+ recall 0\.94 0\.80–1\.00 1 q 4K not at 8K recall /,
    );
    expect(textOf(text)).toContain('p is reliable up to 16K tokens in both benchmarks .');
    expect(textOf(text)).toContain('2 of 2 benchmarks ');
    expect(textOf(text)).toContain('0 of 2 benchmarks');
    expect(text.indexOf('id="to-benchmarks"')).toBeLessThan(text.indexOf('id="to-matrix"'));
  });

  it('has effective lengths with how likely they are', async () => {
    const data = small({ providers: ['p'] });
    const seen = async (changes: object) => {
      const { effectiveLength: _, reliable: __, ...row } = data.summary[0]!;
      return textOf(await page({ ...data, summary: [{ ...row, ...changes }] })).replaceAll(
        '\u00a0',
        ' ',
      );
    };
    expect(await seen({ likely: [] })).toContain('unknown');
    const at = (low: number, high?: number) => ({
      effectiveLength: { value: 0, low: 0, high: 0 },
      ...reachedAt([4000, 8000, 16_000], { low, ...(high !== undefined && { high }) }),
    });
    expect(await seen(at(8000))).toContain('reliable up to 8K 16K: inconclusive');
    expect(await seen(at(16_000))).toContain('reliable up to 16K+ ');
    expect(await seen(at(0, 4000))).toContain('reliable up to below 4K ');
  });

  it('says whether a longer context does better', async () => {
    const data = small({ providers: ['p'] });
    const lengths = { shorterFrom: 4000, shorterTo: 40_000, longerFrom: 44_000, longerTo: 48_000 };
    const seen = async (clear: boolean) => {
      data.summary = [{ ...data.summary[0]!, rise: { ...lengths, by: 0.12, p: 0.01, clear } }];
      return textOf(await page(data));
    };
    expect(await seen(true)).toContain('rises by 0.120 from 4K–40K to 44K–48K');
    expect(await seen(false)).not.toMatch(/rises by|Rise with/);
  });

  it('compares providers: which is better, by how much, and where', async () => {
    const data = small({ providers: ['new', 'old'] });
    expect(textOf(await page(data))).toContain(
      'new recalls 0.100 more than old (0.060 to 0.140); the difference shows at 4K In brackets: 95 % intervals',
    );
    const { better: _, ...open } = { ...data.comparisons[0]!, apart: [] };
    data.comparisons = [open];
    expect(textOf(await page(data))).toContain('no clear difference');
    expect(await page(small({ providers: ['alone'] }))).not.toContain('id="to-comparisons"');
  });

  it('names published scores with their source', async () => {
    const data = small();
    const series = data.series[0]!.id;
    data.published = [
      {
        series,
        model: 'GPT-4 Turbo',
        recall: 0.968,
        source: 'a paper, Table 1',
        date: '2024-03',
        by: 'its authors',
        metric: 'stars found',
        note: 'in Chinese',
        reportedBy: 'another paper',
      },
    ];
    expect(textOf(await page(data))).toContain(
      'Published scores: GPT-4 Turbo (reported by another paper) 0.968. Source: a paper, Table 1, 2024-03. ' +
        'Measured by its authors: stars found (in Chinese).',
    );
  });

  it('names a published score that differs in one condition, and draws it nowhere', async () => {
    const data = small();
    const series = data.series[0]!.id;
    const told = { source: 'a paper', date: '2024', by: 'its authors', metric: 'stars', note: '' };
    const differs = ['order: ascending, not shuffled', 'text: a novel, not moby-dick'];
    data.published = [{ series, model: 'GPT-4 Turbo', recall: 0.968, ...told, differs }];
    const shown = await page(data);
    expect(textOf(shown)).toContain(
      'Published, but measured otherwise: GPT-4 Turbo 0.968. Source: a paper, 2024.',
    );
    expect(shown).toContain(
      '<li>order: ascending, not shuffled</li><li>text: a novel, not moby-dick</li>',
    );
    expect(shown).not.toContain('published: GPT-4 Turbo');
  });

  it('says so when nothing was answered', async () => {
    const data = small({ providers: ['p'] });
    const none = { lengths: [], cells: [], positions: [], diagnoses: [], failures: [] };
    const nothing = { value: Number.NaN, low: 0, high: 1 };
    const summary = data.summary.map((row) => ({ ...row, recall: nothing, answers: 0, passed: 0 }));
    const text = textOf(await page({ ...data, ...none, summary }));
    expect(text).toContain('p gave no answer that could be scored .');
    expect(text).toContain('so there is nothing to draw.');
    expect(text).toContain('There are no answers.');
    expect(text).not.toContain('NaN');
  });
});

const around = (value: number, half = 0.04) => ({ value, low: value - half, high: value + half });

describe('the answer', () => {
  const one = (changes: object) => {
    const data = small({ providers: ['p'] });
    const recall = { value: 0.853, low: 0.83, high: 0.87 };
    const base = {
      recall,
      ...reachedAt([4000, 8000, 12_000, 16_000], { low: 8000, high: 12_000 }),
      middleDip: around(0),
      tailLoss: around(0),
    };
    data.summary = [{ ...data.summary[0]!, ...base, ...changes }];
    const { answer, beside, explained } = reportAnswer(data);
    return [answer, beside, explained.join(' ')];
  };

  const lengths = [4000, 8000, 12_000, 16_000];
  const recall = 'Recall 0.853 (0.830–0.870) overall';
  const usual = ['p is reliable up to 8K tokens but not at 12K', ''];

  it.each([
    [{}, [...usual, `${recall}.`]],
    [
      { ...reachedAt(lengths, { low: 16_000 }) },
      ['p is reliable up to 16K tokens', '', `${recall}.`],
    ],
    [
      { failedWhole: { answers: 1, of: 9, atMost: 0.429, lengths: [4000] }, answers: 9 },
      [...usual, `${recall}; 1 of 9 answers failed whole (at most 43 %).`],
    ],
    [{ failedWhole: { answers: 0, of: 9, atMost: 0.284, lengths: [] } }, [...usual, `${recall}.`]],
    [
      { cause: 'cut off 2 of 11', cutOff: 2, answers: 11 },
      [...usual, `${recall}; cut off 2 of 11.`],
    ],
    [
      { cause: 'loses the tail (last 25 %)', middleDip: around(0.12), tailLoss: around(0.06) },
      [...usual, `${recall}; loses the tail (last 25 %).`],
    ],
    [
      {
        ...reachedAt(lengths, { low: 0, high: 4000 }),
        errors: 2,
        answers: 2,
      },
      [
        'p is not reliable even at 4K tokens',
        ', the shortest length tested',
        `${recall}; 2 of 4 calls failed.`,
      ],
    ],
    [{ middleDip: around(0.12), tailLoss: around(0.06) }, [...usual, `${recall}.`]],
    [
      { unanswered: [12_000, 14_000], errors: 1, answers: 3 },
      [...usual, `${recall}; no answers at 12K and 1 other length; 1 of 4 calls failed.`],
    ],
    [
      { shortest: 8000, longest: 8000, ...reachedAt([8000], { low: 0 }) },
      ['p is inconclusive', ', since too few prompts were sent', `${recall}.`],
    ],
    [
      {
        effectiveLength: undefined,
        ...reachedAt([16_000], { low: 0 }),
        rise: {
          clear: true,
          p: 0.01,
          by: 0.19,
          shorterFrom: 4000,
          shorterTo: 8000,
          longerFrom: 12_000,
          longerTo: 16_000,
        },
      },
      [
        'p finds more at 12K–16K than at 4K–8K tokens',
        ', so something other than length affects it',
        `${recall}.`,
      ],
    ],
  ])('%o', (changes, said) => {
    expect(one(changes)).toEqual(said);
  });
});

describe('text', () => {
  it('is text, and markup is markup', () => {
    expect(html`<b title="${'"'}">${['<i>', html`<u>${1}</u>`, undefined, false]}</b>`.text).toBe(
      '<b title="&quot;">&lt;i&gt;<u>1</u></b>',
    );
  });

  it('that is hostile adds no element and no attribute', async () => {
    const known = vocabulary(await page(small({ failures: 3 })));
    const plain = exampleData({
      providers: ['a/b', 'c', 'd', 'e'],
      series: [EXAMPLE_SERIES, { ...EXAMPLE_SERIES, id: 'other' }],
      lengths: evenLengths(2, 8000),
      places: 2,
    });
    plain.errors = [{ ...plain.failures[0]!, error: 'HTTP 500' }];
    const usual = vocabulary(await page(plain));
    const found = vocabulary(await hostilePage());
    for (const kind of ['elements', 'attributes'] as const) {
      expect(
        [...found[kind]].filter((name) => !known[kind].has(name) && !usual[kind].has(name)),
      ).toEqual([]);
    }
  });

  it('that is hostile is still there to read', async () => {
    const text = await hostilePage();
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u2028\u2029\u202e]/u);
    const seen = textOf(text);
    for (const name of HOSTILE.slice(0, 7)) expect(seen).toContain(name);
    expect(seen).toContain('小企鹅数星星 模型');
    expect(seen).toContain('작은 펭귄이 세는 별');
  });

  it('of a provider that is very long does not bury the page', async () => {
    const longest = Math.max(
      ...textOf(await hostilePage())
        .split(' ')
        .map(({ length }) => length),
    );
    expect(longest).toBeLessThan(500);
  });
});
