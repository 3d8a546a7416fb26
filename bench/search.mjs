/**
 * Is an adaptive search true, and how many tokens does it take? Readers whose truth is known are searched in
 * batches of 4 by the code of src/search. Prints Markdown tables.
 *
 *   npm run build && node bench/search.mjs [searches] [section …] [--marks 96] [--noises "independent,ICC 0.1"]
 *
 * The number is the least of each group of readers, spread over them; in `rise`, of each reader.
 * Sections: octave (until high/low is 2), rise (does it see one?), at-least (does recall hold at
 * 32K?), slots (an octave, prompts sent when a slot is free against rounds that wait for their slowest call, with assumed
 * latencies). Readers: the published curves of RULER and NoLiMa (datasets/published); shapes of bench/readers.mjs; cliffs.
 * A part of it: `--groups ruler,cliffs`, `--readers <part of a name>`; `--each` has a row for each reader;
 * `--grids 2.4` ends a search after the tokens of so many grids; `--chance <word>` draws other answers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { parse } from 'yaml';
import { RISE_LEVEL } from '../dist/extras/search/model-search.js';
import { lastAnswered, standing } from '../dist/extras/search/next-prompts.js';
import { clearestRise } from '../dist/measuring/statistics/curve/rise.js';
import { BETWEEN, latencyOf, START } from './latencies.mjs';
import { lengthText, noteTime, percent, printRows, printTable } from './markdown.mjs';
import { root } from './measure.mjs';
import { crossing, mean, models, noises, risingModels, truth } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    marks: { type: 'string', default: '96' },
    noises: { type: 'string', default: 'independent' },
    groups: { type: 'string', default: '' },
    models: { type: 'string', default: '' },
    grids: { type: 'string', default: '1.2' },
    chance: { type: 'string', default: '' },
    tolerance: { type: 'string', default: '0.02' },
    half: { type: 'string', default: '' },
    each: { type: 'boolean', default: false },
  },
});
const [first, ...rest] = positionals;
const isNumber = /^\d+$/.test(first ?? '');
const SEARCHES = isNumber ? Number(first) : 200;
const asked = isNumber || first === undefined ? rest : [first, ...rest];

const MARKS = Number(options.marks);
const POSITIONS = Array.from({ length: MARKS }, (_, i) => (i + 1) / MARKS);
const TOLERANCE = Number(options.tolerance);
const FAR = { shortest: 4000, longest: 128_000, threshold: 0.85, tolerance: TOLERANCE, batch: 4 };

/** The tokens of a whole grid, 32 lengths in equal steps, and those after which a search is not done. */
const gridOf = ({ longest }) => 16.5 * longest;
const mostOf = (range) => Number(options.grids) * gridOf(range);

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const million = (tokens, most) =>
  Number.isFinite(tokens) ? `${(tokens / 1e6).toFixed(2)}M` : `> ${(most / 1e6).toFixed(1)}M`;

/** Whether recall is what an interval says of its ends, give or take the tolerance. */
const isLowRight = ({ low }, recallAt, { threshold, tolerance, longest }) =>
  low === 0 || recallAt(Math.min(low, longest)) >= threshold - tolerance - 1e-9;
const isHighRight = ({ high }, recallAt, { threshold, tolerance, shortest }) =>
  high === Infinity || recallAt(Math.max(high, shortest)) <= threshold + tolerance + 1e-9;

/** Published curves by their totals, straight over log length: name → reader, with its range. */
function published() {
  return ['ruler', 'nolima'].map((name) => {
    const file = join(root, 'datasets/published', `${name}.yaml`);
    const { lengths, models } = parse(readFileSync(file, 'utf8'));
    const whole = Object.entries(models).filter(([, { recall }]) => !recall.includes(null));
    return whole.map(([name, { recall, base }]) => {
      const range =
        base === undefined
          ? FAR
          : { ...FAR, shortest: 1000, longest: 32_000, threshold: 0.85 * base };
      const last = lengths.length - 1;
      const model = (tokens) => {
        const octave = Math.min(last, Math.max(0, Math.log2(tokens / range.shortest)));
        const before = Math.min(last - 1, Math.floor(octave));
        return recall[before] + (octave - before) * (recall[before + 1] - recall[before]);
      };
      return { name, model, range };
    });
  });
}

const [RULER, NOLIMA] = published();
const own = (curves) =>
  Object.entries(curves).map(([name, model]) => ({ name, model, range: FAR }));
const CLIFFS = [6, 12, 24, 50, 70, 90, 110].flatMap((at) =>
  [0.75, 0.5, 0.02].map((after) => [
    `cliff to ${after} at ${at}K`,
    (tokens) => (tokens <= 1000 * at ? 0.97 : after),
  ]),
);
const shapes = Object.entries(models).filter(([name]) => !name.includes('cliff'));
const GROUPS = {
  RULER,
  NoLiMa: NOLIMA,
  cliffs: own(Object.fromEntries(CLIFFS)),
  shapes: own(Object.fromEntries(shapes)),
};
const chosen = Object.entries(GROUPS)
  .filter(
    ([group]) => options.groups === '' || options.groups.split(',').includes(group.toLowerCase()),
  )
  .map(([group, all]) => [
    group,
    all.filter(
      ({ name }, i) =>
        name.includes(options.models) &&
        (options.half === '' || i % 2 === (options.half === 'even' ? 0 : 1)),
    ),
  ])
  .filter(([, all]) => all.length > 0);

/**
 * Recall as it is to be measured, and the length at which it falls below the threshold: of answers that did not
 * fail whole, as a search says it, or with all.
 */
const COUNTED = ', counted';
const kindsOf = (noise) => (noise.includes('collapsed') ? [noise, noise + COUNTED] : [noise]);
const truthOf = (kind) =>
  kind.includes('collapsed') && !kind.endsWith(COUNTED)
    ? noises.independent
    : noises[kind.replace(COUNTED, '')];
const measured = (model, kind) => truth(model, truthOf(kind), [{ positions: POSITIONS }]);
const knownOf = ({ model, range: { shortest, longest, threshold } }, kind) =>
  crossing(measured(model, kind), [{ tokens: shortest }, { tokens: longest }], threshold);

/** Milliseconds of every step between two rounds. */
const times = [];

/** One search from its first round to its decision. */
function search({ model, range }, noise, random, stop) {
  const most = mostOf(range);
  const prompts = [];
  let [tokens, rounds] = [0, 0];
  for (;;) {
    const start = performance.now();
    const now = standing(prompts, { ...range, ...stop });
    times.push(performance.now() - start);
    if (now.next.length === 0) return { ...now, tokens, rounds, done: true };
    if (tokens > most) return { ...now, tokens: Infinity, rounds, done: false };
    for (const length of now.next) {
      tokens += length;
      const recalls = POSITIONS.map((position) => model(length, position));
      prompts.push({ tokens: length, marks: noise.draw(recalls, random) });
    }
    rounds++;
  }
}

/**
 * Tokens of an oracle that knows the curve, and only has to show that recall at one length is above the
 * threshold less the tolerance and at another, an octave farther at most, below it with the tolerance, each by 1.96
 * standard errors of whole prompts there.
 */
function oracle({ model, range }, kind) {
  const { shortest, longest, threshold, tolerance } = range;
  const recallAt = measured(model, kind);
  const noise = truthOf(kind);
  const spread = mean(
    Array.from({ length: 400 }, (_, i) => {
      const random = seedrandom(`oracle/${i}`);
      const recalls = POSITIONS.map(() => 0.85);
      return (mean(noise.draw(recalls, random)) - mean(noise.expected(recalls))) ** 2;
    }),
  );
  const cost = (length, margin) => {
    if (margin <= 0) return Infinity;
    const recall = recallAt(length);
    const prompts = (1.96 ** 2 * spread * recall * (1 - recall)) / (0.85 * 0.15) / margin ** 2;
    return length * Math.max(1, Math.ceil(prompts));
  };
  const holds = (length) => cost(length, recallAt(length) - threshold + tolerance);
  const fails = (length) => cost(length, threshold + tolerance - recallAt(length));
  const lengths = Array.from(
    { length: 200 },
    (_, i) => (shortest / 2) * ((2 * longest) / shortest) ** (i / 199),
  );
  return Math.min(
    ...lengths.map(
      (length) =>
        (length < shortest ? 0 : holds(length)) +
        (2 * length > longest ? 0 : fails(Math.max(shortest, 2 * length))),
    ),
  );
}

/** High bound by low bound at which a search is done. */
const OCTAVE = 2;

function run() {
  const row = printRows(
    ...['readers', 'marks', 'noise', 'searches', 'right', 'low too high', 'tokens: median'],
    ...['90%', 'not done', 'rounds', 'oracle: median', 'of it'],
  );
  for (const [group, models] of chosen) {
    for (const noise of options.noises.split(',')) {
      const found = models.map((one) => {
        const truths = kindsOf(noise).map((kind) => [measured(one.model, kind), oracle(one, kind)]);
        const searches = Array.from({ length: Math.ceil(SEARCHES / models.length) }, (_, i) => {
          const random = seedrandom(`${options.chance}${one.name}/${noise}/${i}`);
          return {
            ...search(one, noises[noise], random, { within: OCTAVE }),
            range: one.range,
            truths,
          };
        });
        if (options.each) {
          print(`${one.name}, ${lengthText(knownOf(one, noise))}`, searches);
        }
        return searches;
      });
      for (const i of kindsOf(noise).keys()) print(group, found.flat(), i);
      function print(name, all, kind = 0) {
        const searches = all.map((one) => {
          const [recallAt, least] = one.truths[kind];
          const { interval, range } = one;
          const isHigh = !isLowRight(interval, recallAt, range);
          return {
            ...one,
            least,
            isHigh,
            isRight: !isHigh && isHighRight(interval, recallAt, range),
          };
        });
        const share = (holds) => percent(mean(searches.map((one) => Number(holds(one)))));
        const most = mostOf(models[0].range);
        const tokens = searches.map((one) => one.tokens);
        const median = quantile(tokens, 0.5);
        const bound = quantile(
          searches.map(({ least }) => least),
          0.5,
        );
        row(
          ...[name, MARKS, kindsOf(noise)[kind], searches.length],
          share(({ isRight }) => isRight),
          share(({ isHigh }) => isHigh),
          ...[million(median, most), million(quantile(tokens, 0.9), most)],
          share(({ done }) => !done),
          quantile(
            searches.map(({ rounds }) => rounds),
            0.5,
          ),
          ...[million(bound, most), Number.isFinite(median) ? (median / bound).toFixed(1) : '–'],
        );
      }
    }
  }
}

/** The length that is asked about, and effective lengths of readers by it; 0 for readers as they are. */
const ASKED = 32_000;
const PARTS = [0, 0.7, 1.4];

/** Does recall hold at 32K? Also of readers whose curve is moved along log length until it crosses beside it. */
function atLeast() {
  const row = printRows(
    ...['readers', 'marks', 'noise', 'effective length', 'searches', 'wrong', 'inconclusive'],
    ...['tokens: median', '90%', 'rounds'],
  );
  const stop = { within: 2, atLeast: ASKED };
  for (const [group, all] of chosen) {
    for (const kind of options.noises.split(',').flatMap(kindsOf)) {
      const noise = kind.replace(COUNTED, '');
      for (const part of PARTS) {
        const found = all.flatMap((one) => {
          const known = knownOf(one, kind);
          if (part > 0 && !(known > 0 && known < Infinity)) return [];
          const scale = part === 0 ? 1 : known / (part * ASKED);
          const wrong = known / scale >= ASKED ? 'missed' : 'reached';
          const moved = (tokens, position) => one.model(tokens * scale, position);
          const { threshold } = one.range;
          const there = { ...one, range: { ...FAR, threshold }, model: moved };
          return Array.from({ length: Math.ceil(SEARCHES / all.length) }, (_, i) => {
            const random = seedrandom(`${options.chance}${one.name}/${noise}/${part}/${i}`);
            return { ...search(there, noises[noise], random, stop), wrong };
          });
        });
        const share = (holds) => percent(mean(found.map((one) => Number(holds(one)))));
        const tokens = found.map((one) => one.tokens);
        row(
          ...[group, MARKS, kind, part === 0 ? 'as it is' : lengthText(part * ASKED), found.length],
          share(({ decision, wrong }) => decision === wrong),
          share(({ done }) => !done),
          ...[0.5, 0.9].map((one) => million(quantile(tokens, one), mostOf(FAR))),
          quantile(
            found.map(({ rounds }) => rounds),
            0.5,
          ),
        );
      }
    }
  }
}

/** Readers that are bad at some lengths, and good again at longer ones. */
const dips = {
  'dip to 0.5 from 12K to 24K': (tokens) => (tokens >= 12_000 && tokens < 24_000 ? 0.5 : 0.97),
  'dip to 0.5 from 18K to 28K': (tokens) => (tokens >= 18_000 && tokens < 28_000 ? 0.5 : 0.97),
  'dip to 0.7 from 50K to 100K': (tokens) => (tokens >= 50_000 && tokens < 100_000 ? 0.7 : 0.97),
};

/** How often a search says that recall rises, looking after every round until an octave is reached. */
function rises() {
  const row = printRows(
    'reader',
    'noise',
    'searches',
    'said to rise',
    'else: effective length, median',
  );
  for (const [name, model] of Object.entries({ ...models, ...risingModels, ...dips })) {
    if (!name.includes(options.models)) continue;
    for (const noise of options.noises.split(',')) {
      const found = Array.from({ length: SEARCHES }, (_, i) => {
        const random = seedrandom(`${options.chance}${name}/${noise}/${i}`);
        const prompts = [];
        let tokens = 0;
        for (;;) {
          const now = standing(prompts, { ...FAR, within: 2 });
          if (prompts.length > 0 && clearestRise(prompts, RISE_LEVEL)?.clear) return undefined;
          if (now.next.length === 0 || tokens > mostOf(FAR)) return now.interval.value;
          for (const length of now.next) {
            tokens += length;
            const recalls = POSITIONS.map((position) => model(length, position));
            prompts.push({ tokens: length, marks: noises[noise].draw(recalls, random) });
          }
        }
      });
      const others = found.filter((value) => value !== undefined);
      const median = others.length === 0 ? '–' : lengthText(quantile(others, 0.5));
      row(name, noise, SEARCHES, percent(1 - others.length / SEARCHES), median);
    }
  }
}

/** How prompts are sent: whether a process, or nothing, is started for each round, or a prompt is sent into a free slot. */
const WAYS = {
  'a process a round': { isRound: true, wait: START },
  'rounds in one process': { isRound: true, wait: BETWEEN },
  'slots filled when free': { isRound: false, wait: BETWEEN },
};

/** One search with a clock: how long it takes, and how long its slots are busy. */
function timed({ model, range }, noise, { isRound, wait }, random, waiting) {
  const most = mostOf(range);
  const prompts = [];
  const underWay = [];
  let [now, busy, tokens, calls] = [START, 0, 0, 0];
  const send = (length) => {
    const recalls = POSITIONS.map((position) => model(length, position));
    const seconds = latencyOf(length, waiting);
    tokens += length;
    calls++;
    busy += seconds;
    const answer = { tokens: length, marks: noise.draw(recalls, random) };
    underWay.push({ until: now + seconds, answer });
  };
  let [decided, found] = [];
  for (;;) {
    const sent = underWay.map(({ answer }) => answer.tokens);
    const isEnd = sent.length === 0;
    const aim = { ...range, within: 2 };
    if (isEnd || (!isRound && !decided)) {
      found = standing(prompts, decided ? { ...aim, ...lastAnswered(aim) } : aim, sent);
      if (decided && !found.decision) {
        decided = undefined;
        found = standing(prompts, aim, sent);
      }
      if (found.decision && !decided) {
        const late = underWay.reduce((sum, { until }) => sum + until - now, 0);
        decided = { seconds: now, busy: busy - late };
      }
      if (!decided && tokens <= most) for (const length of found.next) send(length);
    }
    if (underWay.length === 0) {
      const done = tokens <= most;
      const until = decided ?? { seconds: now, busy };
      return { ...found, done, tokens, calls, until, seconds: now, busy };
    }
    underWay.sort((a, b) => a.until - b.until);
    const { until, answer } = underWay.shift();
    prompts.push(answer);
    const isLast = underWay.length === 0;
    now = Math.max(now, until) + (isRound && !isLast ? 0 : wait);
  }
}

/** The same searches in each way: what is right, what they take, and which share of the slots is busy. */
function slots() {
  const row = printRows(
    ...['readers', 'noise', 'searches', 'sent', 'right', 'low too high', 'not done'],
    ...['tokens: mean', 'of rounds', 'calls', 'seconds: median', 'slots busy', 'until decided'],
  );
  for (const [group, models] of chosen) {
    for (const noise of options.noises.split(',').filter((one) => kindsOf(one).length === 1)) {
      let before;
      for (const [way, sending] of Object.entries(WAYS)) {
        const all = models.flatMap((one) => {
          const recallAt = measured(one.model, noise);
          return Array.from({ length: Math.ceil(SEARCHES / models.length) }, (_, i) => {
            const [random, waiting] = ['answers', 'latencies'].map((word) =>
              seedrandom(`${options.chance}${word}/${one.name}/${noise}/${i}`),
            );
            const found = timed(one, noises[noise], sending, random, waiting);
            const isHigh = !isLowRight(found.interval, recallAt, one.range);
            const isRight = !isHigh && isHighRight(found.interval, recallAt, one.range);
            return { ...found, isHigh, isRight };
          });
        });
        const average = (of) => mean(all.map((one) => Number(of(one))));
        const tokens = average((one) => one.tokens);
        before ??= tokens;
        row(
          ...[group, noise, all.length, way],
          percent(average(({ isRight }) => isRight)),
          percent(average(({ isHigh }) => isHigh)),
          percent(average(({ done }) => !done)),
          ...[million(tokens, Infinity), (tokens / before).toFixed(2)],
          average(({ calls }) => calls).toFixed(1),
          quantile(
            all.map(({ seconds }) => seconds),
            0.5,
          ).toFixed(0),
          // Of the time from the first call to the last answer, and to the decision.
          ...[all, all.map(({ until }) => until)].map((some) =>
            percent(
              some.reduce((sum, { busy }) => sum + busy, 0) /
                some.reduce((sum, { seconds }) => sum + FAR.batch * (seconds - START), 0),
            ),
          ),
        );
      }
    }
  }
}

const sections = {
  slots,
  octave: run,
  'at-least': atLeast,
  rise: rises,
};
for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
  if (!sections[name]) throw new Error(`no section ${name}: ${Object.keys(sections).join(', ')}`);
  const start = performance.now();
  console.log(`\n## ${name}`);
  sections[name]();
  noteTime(name, start);
}
if (times.length > 0) {
  const ms = (share) => quantile(times, share).toFixed(0);
  printTable(
    ['milliseconds between two rounds: median', '99%', 'most'],
    [[ms(0.5), ms(0.99), ms(1)]],
  );
}
