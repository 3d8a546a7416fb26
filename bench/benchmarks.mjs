/**
 * For every benchmark: prompts built per second, how far they are below their length, and how far the
 * evidence is from where it was asked for, found in the finished prompts by other means.
 *
 *   npm run build && node bench/benchmarks.mjs [generator [tokens]]
 */
import { benchmarkOf, benchmarkOfGenerator } from '../dist/benchmarks/registry.js';
import { generate } from '../dist/generators/generate.js';
import { buildPrompt } from '../dist/generators/prompt.js';
import { textOfTurn } from '../dist/haystack/messages/transcript.js';
import { tiktokenCounter } from './counting.mjs';
import { printRows } from './markdown.mjs';

const LENGTHS = [128_000];

/** 320 documents of our own make 45 thousand tokens at the most. */
const CONFIGS = {
  countingStars: { stars: 32, lengths: LENGTHS, seeds: 8 },
  needleInAHaystack: { lengths: LENGTHS, depths: 11, perCell: 3 },
  needleBench: { lengths: LENGTHS, depths: 5 },
  keyValueRetrieval: { lengths: LENGTHS, seeds: 4 },
  multiDocumentQa: { documents: [300], questions: 10 },
  ancestralTrace: { lengths: LENGTHS, steps: [2, 8, 19], chains: 4 },
  nolima: { lengths: LENGTHS, depths: 5, questions: 4 },
  ruler: { lengths: LENGTHS, seeds: 2 },
  mrcr: { lengths: LENGTHS, needles: 8 },
  graphWalks: { lengths: LENGTHS, steps: [1, 2, 3] },
  repeatedWords: { lengths: LENGTHS, depths: 3 },
  agentHistory: { lengths: LENGTHS, seeds: 2 },
};

/** Of the benchmarks whose context is data, those whose prompts tell where the right piece stands. */
const PLACED = ['key-value-retrieval', 'multi-document-qa'];

const count = await tiktokenCounter('o200k_base');

/** Where each piece of evidence stands, as the share of the other text that is before it. */
function sharesBefore(context, evidence) {
  const places = evidence
    .map((text) => ({ text, start: context.indexOf(text) }))
    .sort((a, b) => a.start - b.start);
  let rest = '';
  let end = 0;
  const before = new Map();
  for (const { text, start } of places) {
    rest += context.slice(end, start);
    before.set(text, count(rest));
    end = start + text.length;
  }
  const total = count(rest + context.slice(end));
  return { total, shares: evidence.map((text) => before.get(text) / total) };
}

/** Where the asked key stands in the object of a prompt, from 0 to 1. */
function placeOfKey(context, question) {
  const keys = Object.keys(JSON.parse(context.slice(context.indexOf('{'))));
  return keys.findIndex((key) => question.includes(key)) / (keys.length - 1);
}

/** Where the document with the accepted answer stands, from 0 to 1. */
function placeOfDocument(context, answer) {
  const documents = context.split(/^\[\d+\] /m).slice(1);
  return documents.findIndex((text) => text.includes(answer)) / (documents.length - 1);
}

function measure(theCase, { context, prompt, question, promptTokens }) {
  const task = benchmarkOf(theCase).task(theCase);
  // What a provider puts around a message is not counted.
  const texts = task.messages?.map(({ content }) => content) ??
    task.turns?.map(textOfTurn) ?? [prompt];
  const counted = texts.reduce((sum, text) => sum + count(text), 0);
  const result = {
    short: theCase.tokens - theCase.reserve - counted,
    misstated: counted - promptTokens,
  };
  if (task.kind === 'hidden') {
    const { total, shares } = sharesBefore(
      context,
      task.evidence.map(({ text }) => text),
    );
    const off = Math.max(...shares.map((share, i) => Math.abs(share - task.evidence[i].position)));
    return { ...result, off, offTokens: Math.round(off * total) };
  }
  if (!PLACED.includes(theCase.benchmark)) return { ...result, off: 0, offTokens: 0 };
  const [asked] = task.positions;
  const place = context.includes('{"')
    ? placeOfKey(context, question)
    : placeOfDocument(context, task.answer);
  return { ...result, off: Math.abs(place - asked), offTokens: 0 };
}

const perSecond = (rate) => (rate < 10 ? rate.toFixed(1) : Math.round(rate));
const row = printRows(
  'generator',
  'tokens',
  'prompts',
  'cases made per second',
  'prompts built per second',
  'tokens short, most',
  'too long, most',
  'misstated',
  'evidence off by tokens (share), most',
);
const [only, longest] = process.argv.slice(2);
for (const [generator, asked] of Object.entries(CONFIGS)) {
  if (only !== undefined && only !== generator) continue;
  const config = longest === undefined ? asked : { ...asked, lengths: [Number(longest)] };
  // The text and the tokenizer are read once, before time counts.
  await generate(benchmarkOfGenerator(generator), { ...config, seeds: [99] });
  const began = performance.now();
  const tests = await generate(benchmarkOfGenerator(generator), config);
  const generated = (performance.now() - began) / 1000;
  const cases = tests.map(({ vars }) => vars.case);
  const started = performance.now();
  const built = [];
  for (const theCase of cases) built.push(await buildPrompt(theCase));
  const seconds = (performance.now() - started) / 1000;
  const measured = cases.map((theCase, i) => measure(theCase, built[i]));
  const worst = (field) => Math.max(...measured.map((one) => one[field]));
  const tooLong = Math.max(0, -Math.min(...measured.map(({ short }) => short)));
  row(
    generator,
    Math.max(...cases.map(({ tokens }) => tokens)),
    cases.length,
    perSecond(cases.length / generated),
    perSecond(cases.length / seconds),
    worst('short'),
    tooLong,
    measured.filter(({ misstated }) => misstated !== 0).length,
    `${worst('offTokens')} (${worst('off').toFixed(5)})`,
  );
}
