/** Answers of readers of which it is known why they lose. */
import { clustered, mean } from './readers.mjs';

const octaves = (count, longest) =>
  Array.from({ length: count }, (_, i) => longest / 2 ** (count - 1 - i));

const listed = (lengths, seeds, marks) => ({ lengths, seeds, marks });

/** Grids that thresholds were chosen on, and grids that they are judged on. */
export const GRIDS = {
  fitted: {
    '3 × 3, 16 marks': listed([4000, 16_000, 64_000], 3, 16),
    '6 × 1, 32 marks': listed(octaves(6, 128_000), 1, 32),
    '5 × 6, 32 marks': listed(octaves(5, 64_000), 6, 32),
  },
  unseen: {
    '3 × 3, 16 marks': listed([8000, 16_000, 32_000], 3, 16),
    '3 × 3, 32 marks': listed([16_000, 64_000, 128_000], 3, 32),
    '6 × 3, 16 marks': listed(octaves(6, 32_000), 3, 16),
    '6 × 3, 32 marks': listed([4000, 8000, 16_000, 24_000, 48_000, 96_000], 3, 32),
    '8 × 1, 24 marks': listed(octaves(8, 256_000), 1, 24),
    '1 × 3, 32 marks': listed([32_000], 3, 32),
    '5 × 11, 1 mark at a depth': { ...listed(octaves(5, 64_000), 11, 1), depths: 11 },
  },
};

/** What a cause has to say. */
const says = (pattern) => (cause) => cause !== undefined && pattern.test(cause);
const saysNothing = (cause) => cause === undefined;

/** A number of tokens is right within this share. */
const NEARLY = 0.2;

const between = (random, low, high) => low + (high - low) * random();
const oneOf = (random, values) => values[Math.floor(random() * values.length)];

/**
 * A reader that finds hardly anything in a part of the context, with long prompts alone or with all.
 *
 * @param distance - of a position from the heart of the part, 1 at its border
 */
function inPart(random, grid, distance, words) {
  const { lengths } = grid;
  const onset = random() < 0.5 ? 0 : Math.floor(random() * (lengths.length - 1));
  const above = onset === 0 ? 0 : lengths[onset - 1];
  const within = oneOf(random, [0, 0.05, 0.15]);
  const elsewhere = oneOf(random, [1, 0.97, 0.9]);
  const lost = (position) => Number(distance(position) < 1);
  return {
    recall: (tokens, position) =>
      tokens > above ? elsewhere - (elsewhere - within) * lost(position) : elsewhere,
    isPlaced: true,
    right: says(words),
  };
}

/** Whatever a length says is found at all places alike; or stretches are lost, in each answer another one. */
function everywhere(random, { lengths }) {
  const [high, low] = [oneOf(random, [1, 0.97, 0.9]), oneOf(random, [0.2, 0.5, 0.8])];
  const at = oneOf(random, lengths);
  const longest = lengths.at(-1);
  if (random() < 0.25) {
    return { recall: () => high, stretch: () => between(random, 0, 0.5), right: saysNothing };
  }
  return {
    recall: oneOf(random, [
      () => high,
      () => low,
      (tokens) => (tokens >= at ? low : high),
      (tokens) => high - (high - low) * (tokens / longest),
    ]),
    right: saysNothing,
  };
}

/** A share of the answers is lost whole, for a reason that promptfoo or the answer tells, or none. */
const answers = (changes, words) => (random) => {
  const share = between(random, 0.25, 0.6);
  return {
    recall: () => 0.97,
    share,
    changes,
    right: says(words),
  };
};

/** Readers by what is wrong with them: how they answer, and what has to be said of them. */
export const PLANTED = {
  none: everywhere,
  front: (random, grid) => {
    const to = between(random, 0.2, 0.5);
    return inPart(random, grid, (position) => position / to, /misses the start|before the last/);
  },
  middle: (random, grid) => {
    const half = between(random, 0.15, 0.25);
    return inPart(random, grid, (position) => Math.abs(position - 0.5) / half, /misses the middle/);
  },
  tail: (random, grid) => {
    const from = between(random, 0.5, 0.8);
    const distance = (position) => (1 - position) / (1 - from);
    return inPart(random, grid, distance, /misses the end|after the first/);
  },
  window: (random, { lengths }) => {
    const known = between(random, lengths[0] / 2, lengths.at(-1) / 2);
    const affected = lengths.filter((tokens) => 0.9 * tokens > known).length;
    const side = random() < 0.75 ? 'last' : 'first';
    const distance = (position) => (side === 'last' ? 1 - position : position);
    return {
      recall: (tokens, position) => (tokens * distance(position) < known ? 0.97 : 0),
      isPlaced: true,
      // With one length that is affected, nobody can know that it is a number of tokens.
      right: (cause = '') => {
        const before = side === 'last' ? 'before' : 'after';
        const [, number, thousand] =
          new RegExp(`^ignores everything ${before} the ${side} ([\\d.]+)(K?) tokens$`).exec(
            cause,
          ) ?? [];
        if (number) {
          const tokens = Number(number) * (thousand ? 1000 : 1);
          return Math.abs(tokens - known) < NEARLY * known;
        }
        const end = side === 'last' ? 'start' : 'end';
        return affected === 1 && cause.startsWith(`misses the ${end}`);
      },
    };
  },
  quarter: (random, { lengths }) => {
    const above = lengths.length < 4 ? 0 : oneOf(random, [0, ...lengths.slice(0, -2)]);
    return {
      recall: (tokens, position) => (tokens > above && position <= 0.75 ? 0 : 0.97),
      right: says(/^misses the start \(first (6[5-9]|7\d|8[0-2])%\)/),
    };
  },
  prefix: (random, { marks }) => {
    const kept = Math.round(marks * between(random, 0.25, 0.75));
    return {
      recall: (_tokens, _position, i) => (i < kept ? 0.98 : 0),
      right: says(/^misses the end \(last \d+%\)$/),
    };
  },
  superseded: (random) => {
    const recall = between(random, 0, 0.6);
    return {
      recall: () => recall,
      diagnosis: () => (random() < 0.9 ? 'superseded' : 'scattered'),
      right: says(/^gives superseded values/),
    };
  },
  refused: answers({ reading: 'unreadable', diagnosis: 'refused' }, /^refused/),
  'cut off': (random, grid) => {
    const { right, ...model } = answers(
      { unfinished: 'cut-off', diagnosis: 'cut-off' },
      /^cut off/,
    )(random, grid);
    return { ...model, right, kept: () => random() * 0.7 };
  },
  collapsed: (random) => {
    return {
      recall: () => 0.97,
      share: between(random, 0.1, 0.3),
      changes: { diagnosis: 'wrong' },
      // Their count is said, and no cause.
      right: saysNothing,
    };
  },
  format: answers({ reading: 'unreadable', diagnosis: 'unreadable' }, /^unreadable/),
};

function shuffled(values, random) {
  return values
    .map((value) => ({ value, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ value }) => value);
}

/** What answers with a single mark have no place for. */
export const NEEDS_MARKS = ['prefix', 'collapsed'];

/** What is lost of answers besides: independently, or in answers that are better and worse. */
const NOISES = [0, 0.1, 0.3];

/** Causes that cost less of recall than this are not planted: nobody could tell them. */
const LEAST_LOSS = 0.1;

/** A reader that loses enough by its place, or by whatever else. */
function model(name, grid, random) {
  for (;;) {
    const one = PLANTED[name](random, grid);
    const recalls = grid.lengths.flatMap((tokens) =>
      Array.from({ length: grid.depths ?? 1 }, (_, seed) =>
        placesOf(grid, seed).map((position, i) => one.recall(tokens, position, i)),
      ).flat(),
    );
    const best = Math.max(...recalls);
    if (!one.isPlaced || best - mean(recalls) >= LEAST_LOSS) return one;
  }
}

/** Where the evidence of a prompt stands: one depth for each seed, or all along the context. */
function placesOf({ depths, marks }, seed) {
  return depths ? [seed / (depths - 1)] : Array.from({ length: marks }, (_, i) => (i + 1) / marks);
}

/**
 * One grid of a reader.
 *
 * @param whereLost - the diagnosis of marks that are lost by place
 */
export function plantedRows(name, grid, random, whereLost) {
  const { recall, share, changes, kept, stretch, diagnosis, right } = model(name, grid, random);
  // With one prompt at the longest length nobody can know that it is not the length.
  const count = (grid.lengths.length - Number(grid.seeds === 1)) * grid.seeds;
  const failing = new Set(
    shuffled([...Array(count).keys()], random).slice(
      0,
      share === undefined ? 0 : Math.max(1, Math.round(share * count)),
    ),
  );
  const icc = oneOf(random, NOISES);
  const draw = icc === 0 ? (recalls) => recalls.map((one) => Number(random() < one)) : undefined;
  const mark = draw ?? ((recalls) => clustered(icc)(recalls, random).map(Number));
  const rows = grid.lengths.flatMap((tokens, t) =>
    Array.from({ length: grid.seeds }, (_, seed) => {
      const positions = placesOf(grid, seed);
      const marks = mark(positions.map((position, i) => recall(tokens, position, i)));
      const fails = failing.has(t * grid.seeds + seed);
      const left = fails ? Math.floor((kept?.() ?? 0) * marks.length) : marks.length;
      const gone = (stretch?.() ?? 0) * marks.length;
      const start = Math.floor(random() * marks.length);
      // Beyond the end a stretch goes on at the beginning, so that every place is lost as often.
      const isGone = (i) => (i - start + marks.length) % marks.length < gone;
      const own = marks.map((one, i) => (i < left && !isGone(i) ? one : 0));
      const score = mean(own);
      const said = score === 1 ? 'complete' : (diagnosis?.() ?? whereLost(own));
      return {
        id: `${tokens}/${seed}`,
        tokens,
        seed,
        marks: own,
        positions,
        score,
        diagnosis: said,
        ...(fails && changes),
      };
    }),
  );
  return { rows, right };
}
