/**
 * How the README and the guides are written, per 1,000 words of prose: how often they address the reader, and what plain
 * English does without. Blocks of code, inline code and the targets of links are left out. The limits are in
 * test/docs/style.test.ts.
 *
 *   node bench/style.mjs
 */
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url);

/** Pages that are written from the code, or list every option, and have no limit of words. */
export const GENERATED = ['docs/reference/options.md', 'docs/reference/commands.md'];

const pagesIn = (folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .sort();

export const GUIDES = pagesIn('docs');
export const REFERENCE = pagesIn('docs/reference');
export const METHOD = pagesIn('docs/method');

/** Words that one name replaced: "model" for a reader, "prompt" for a case, "metric" for a measure, and so on. */
const OLD_WORDS = [
  ...[
    'readers?',
    'holds? up to',
    'effective length',
    'length held',
    'undecided',
    'unsure',
    'not told',
  ],
  ...[
    'evidence',
    'marks?',
    'failed whole',
    'collapsed',
    'cells?',
    'grids?',
    'series',
    'measures?',
    'floors?',
  ],
  ...['icc', 'of ours', 'of yours', 'own tests', 'around them', 'loses', 'lost where'],
  ...['beside', 'alone', 'whole', 'else', 'anew', 'behind'],
];

/** Forms of "say" and "ask" as things would do them; "ask" of a person, in the imperative, is no such form. */
const SAID = ['says', 'said', 'saying', 'tells', 'told', 'telling', 'asks', 'asked'];

/** What a person reads in sentences and cells of tables. */
function readOf(text) {
  return text
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\]\([^)]*\)/g, ']');
}

/** The same without inline code, whose words are names. */
export function proseOf(text) {
  return readOf(text).replace(/`[^`]*`/g, '`code`');
}

export function wordsOf(text) {
  return readOf(text)
    .split(/[\s|]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

export const textOf = (page) => readFileSync(new URL(page, root), 'utf8');

const counted = (text, words) => text.match(new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi')) ?? [];

/**
 * Counts over some texts.
 *
 * @returns rates per 1,000 words, and every old word with its number
 */
export function styleOf(texts) {
  const prose = texts.map(proseOf).join('\n');
  const words = texts.reduce((sum, text) => sum + wordsOf(text), 0);
  const rate = (found) => (1000 * found.length) / words;
  const old = counted(prose, OLD_WORDS).map((word) => word.toLowerCase());
  return {
    words,
    you: rate(counted(prose, ['you', 'your', 'yours', "you're", "you'll", "you've"])),
    semicolons: rate(prose.match(/;/g) ?? []),
    said: rate(counted(prose, SAID)),
    contractions: rate(prose.match(/\w[’'](?:t|s|re|ve|ll|d)\b/g) ?? []),
    old: Object.fromEntries(
      [...new Set(old)].sort().map((word) => [word, old.filter((one) => one === word).length]),
    ),
  };
}

function printed() {
  const { words, old, ...rates } = styleOf(['README.md', ...GUIDES].map(textOf));
  const all = [...GUIDES, ...REFERENCE].filter((page) => !GENERATED.includes(page));
  const total = (pages) => pages.reduce((sum, page) => sum + wordsOf(textOf(page)), 0);
  console.log(`README and ${GUIDES.length} guides, ${words} words. Per 1,000 words:`);
  for (const [name, rate] of Object.entries(rates)) console.log(`  ${name}: ${rate.toFixed(2)}`);
  console.log(`Old words: ${JSON.stringify(old)}`);
  console.log(`Pages: ${GUIDES.length + REFERENCE.length}`);
  console.log(`Words outside the generated reference and docs/method: ${total(all)}`);
  console.log(`Words of docs/method: ${total(METHOD)}`);
  for (const page of GUIDES) {
    const { you, old: its } = styleOf([textOf(page)]);
    console.log(
      `  ${page}: ${wordsOf(textOf(page))} words, you ${you.toFixed(1)} ${JSON.stringify(its)}`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printed();
