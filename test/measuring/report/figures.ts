/** Reads figures off outputs as a person would: which value of what stands where. */

/** A figure by what it is of: `counting-stars · en / gpt / recall`. */
interface Figure {
  key: string;
  value: string;
  where: string;
}

const plain = (markup: string) =>
  markup
    .replace(/<svg\b.*?<\/svg>/gs, ' ')
    .replace(/<br>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** Headings that are one figure, whatever a table calls it. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^reliable (up to|length)( \(.*\))?$/i, 'length'],
  [/^(recall|mean)( \(95 %\))?$|^all$|^(recall|mean),? all answers$/i, 'recall'],
  [/^recall lost \(95 %\)$/i, 'lost'],
  [/^left$/i, 'left'],
  [/^([\d.]+[KM]?|\d+ \w+ \([\d.]+[KM]?\))$/, 'at'],
];

function figureOf(heading: string): string | undefined {
  const name = NAMES.find(([pattern]) => pattern.test(heading))?.[1];
  return name === 'at' ? `recall at ${heading.replace(/^\d+ \w+ \((.*)\)$/, '$1')}` : name;
}

/** Lengths without what is said beside them, and other figures as they are. */
function lengthOrNumber(text: string): string {
  return text
    .replace(/^((?:below )?[\d.]+[KM]?(?: documents)?)\+?(?: .*)?$/, '$1')
    .replace(/^(none|unknown|inconclusive)\b.*$/, '$1')
    .trim();
}

/** Every figure of the tables of a page, with the series or benchmark that it is of. */
function figuresOfPage(page: string): Figure[] {
  const found: Figure[] = [];
  let heading = '';
  const parts = page.matchAll(
    /<h3>(.*?)<\/h3>|<summary><h3>(.*?)<\/h3>|<h2[^>]*>.*?<\/h2>|<table.*?<\/table>/gs,
  );
  for (const [part, h3, folded] of parts) {
    if (!part.startsWith('<table')) {
      heading = plain(h3 ?? folded ?? '');
      continue;
    }
    const [head = '', ...bodies] = part.split('<tbody');
    const headings = [...head.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, one]) => plain(one!));
    // Its marks are no figures.
    if (/questions?, by/.test(headings[0]!)) continue;
    for (const body of bodies) {
      let group: string | undefined;
      for (const [row] of body.matchAll(/<tr.*?<\/tr>/gs)) {
        const cells = [...row.matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/gs)];
        const named = cells[0]?.[1]?.includes('rowgroup');
        if (named) group = plain(cells.shift()![2]!);
        const texts = cells.map(([, , cell]) =>
          plain(
            cell!
              .replace(/<span class="phone">.*?<\/span>/g, '')
              .replace(/<span class="rank">.*?<\/span>/g, ''),
          ),
        );
        const own = group === undefined ? headings : headings.slice(1);
        const at = (name: string) => texts[own.indexOf(name)];
        const series =
          group !== undefined && /^(Series|Benchmark)$/.test(headings[0]!)
            ? group
            : (at('Series') ?? at('Benchmark') ?? heading);
        const reader = (headings[0] === 'Reader' && group) || at('Reader') || '';
        const length = at('Tokens') || undefined;
        // A step has what was added in small letters behind its name.
        const step =
          at('With')?.split(' ')[0] ?? at('Compaction')?.replace(/^[^\s:]+:(\w+)$/, '$1');
        own.forEach((name, i) => {
          const figure = figureOf(name);
          const value = texts[i];
          if (!figure || value === undefined || value === '' || value === '–') return;
          const what = length !== undefined && figure === 'recall' ? `recall at ${length}` : figure;
          if (own.includes('Place') || own.includes('Score')) return;
          const key = step === undefined ? [series, reader, what] : ['step', reader, step, what];
          found.push({
            key: key.join(' / '),
            value: lengthOrNumber(value),
            where: headings.join('|'),
          });
        });
      }
    }
  }
  const readers = new Set(found.flatMap(({ key }) => key.split(' / ')[1] || []));
  if (readers.size !== 1) return found;
  return found.map((one) => ({
    ...one,
    key: one.key.replace(' /  / ', ` / ${[...readers].join('')} / `),
  }));
}

/** The table of a terminal: a group, a reader, how far it holds, its recall. */
function figuresOfTerminal(
  text: string,
): { series: string; reader: string; length: string; recall: string }[] {
  let series = '';
  return text.split('\n').flatMap((line) => {
    const [, before = '', length, recall] =
      /^(.*?) {2,}((?:[\d.]+[KM]|\d+ documents|below|none|unknown|inconclusive)\S*(?: \S+)*?) {2,}(\d\.\d{3}) \(/.exec(
        line,
      ) ?? [];
    if (length === undefined) return [];
    // Where there is one series, a rank stands first.
    const names = before
      .replace(/^[\d–]?(?= )/, '')
      .trim()
      .split(/ {2,}/);
    const reader = names.at(-1)!.trim();
    if (names.length > 1 && names[0]!.trim() !== '') series = names[0]!.trim();
    return { series, reader, length: lengthOrNumber(length), recall: recall! };
  });
}

/** Whether two texts are one number, as far as both have decimals. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => /^[+−]?\d\.\d+/.exec(text)?.[0]);
  if (a === undefined || b === undefined) return one === other;
  const decimals = Math.min(...[a, b].map((text) => text.split('.')[1]!.length));
  const [x, y] = [a, b].map((text) => Number(text.replace('−', '-')));
  return Math.abs(x! - y!) <= 0.5000001 * 10 ** -decimals + 1e-9;
}

const isClipped = (short: string, whole: string) =>
  short.endsWith('…') ? whole.startsWith(short.slice(0, -1)) : short === whole;

/** The first sentence of a page. */
export function answerOf(page: string): string {
  return plain(/<p class="lead">(.*?)<\/p>/s.exec(page)![1]!);
}

/**
 * What stands in two places with two values, and how many figures were compared.
 *
 * @param terminal - absent where nothing was printed
 */
export function contradictions({
  page,
  markdown,
  terminal = '',
}: {
  page: string;
  markdown: string;
  terminal?: string;
}): { found: string[]; compared: number } {
  const figures = figuresOfPage(page);
  const found: string[] = [];
  let compared = 0;
  const known = new Map<string, Figure>();
  const check = (one: Figure, other: Figure) => {
    compared++;
    if (!isSame(one.value, other.value)) {
      found.push(`${one.key}: ${one.value} (${one.where}), ${other.value} (${other.where})`);
    }
  };
  for (const one of figures) {
    const before = known.get(one.key);
    if (before) check(before, one);
    else known.set(one.key, one);
  }
  const printed = figuresOfTerminal(terminal);
  const isOneGroup = new Set(printed.map(({ series }) => series)).size === 1;
  for (const { series, reader, length, recall } of printed) {
    for (const one of figures) {
      const [of = '', by = '', name] = one.key.split(' / ');
      if (!isClipped(reader, by)) continue;
      if (!(isOneGroup && of === '') && (series === '' || !isClipped(series, of))) continue;
      const where = 'terminal';
      if (name === 'length') check(one, { key: one.key, value: length, where });
      if (name === 'recall') check(one, { key: one.key, value: recall, where });
    }
  }
  // The answer is one sentence everywhere.
  const answer = answerOf(page);
  const texts = { markdown: markdown.replace(/[`*\\]/g, '') };
  for (const [where, text] of Object.entries(texts)) {
    compared++;
    if (!text.includes(answer)) found.push(`${where} does not say: ${answer}`);
  }
  const [head = ''] = answer.split(/[;(]/);
  if (terminal !== '') {
    compared++;
    const said = terminal.replace(/\n {2}(?=\S)/g, ' ');
    if (!said.includes(head.trim().replace(/\.$/, '')))
      found.push(`terminal does not say: ${head}`);
  }
  // What the answer says of a reader and of compactions stands in a table, too.
  for (const [, way, value] of answer.matchAll(/with (\S+) (\d\.\d{3})/g)) {
    const one = figures.find(({ key }) => new RegExp(`^step / .* / ${way} / left$`).test(key));
    if (!one) found.push(`no table has what is left with ${way}`);
    else check(one, { key: one.key, value: value!, where: 'the answer' });
  }
  const [, name, length] = /^(.*?) is reliable up to (\S+) tokens(?! in)/.exec(answer) ?? [];
  if (name !== undefined) {
    const own = figures.filter(({ key }) => key.endsWith(` / ${name} / length`));
    const said = { key: name, value: lengthOrNumber(length!), where: 'the answer' };
    if (own.length === 0) found.push(`no table has the length of ${name}`);
    else check(own[0]!, said);
  }
  return { found, compared };
}
