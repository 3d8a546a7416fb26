import seedrandom from 'seedrandom';
import { shuffled } from '../../base/shuffle.js';
import type { HiddenTask } from '../benchmark.js';
import { parametersOf, type RulerDraft, seedOf } from './case.js';
import { drawnPositions, noise } from './niah.js';
import { announced, filledIn, loadRulerWords } from './words.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const NAME_LENGTH = 5;

interface Chain {
  value: string;
  names: string[];
  positions: number[];
}

export function chainsOf(draft: RulerDraft): Chain[] {
  const { chains, hops } = parametersOf(draft);
  const random = seedrandom(seedOf(draft, 'variables'));
  const names = new Set<string>();
  while (names.size < chains * (hops + 1)) {
    names.add(
      Array.from({ length: NAME_LENGTH }, () => LETTERS[Math.floor(random() * 26)]!).join(''),
    );
  }
  const values = new Set<string>();
  while (values.size < chains) values.add(String(10_000 + Math.floor(random() * 90_000)));
  const all = [...names];
  const positions = drawnPositions(all.length, random);
  // Chains are mixed, but each keeps its order.
  const turns = shuffled(
    all.map((_, i) => Math.floor(i / (hops + 1))),
    random,
  );
  return [...values].map((value, chain) => ({
    value,
    names: all.slice(chain * (hops + 1), (chain + 1) * (hops + 1)),
    positions: positions.filter((_, i) => turns[i] === chain),
  }));
}

export function variablesTask(draft: RulerDraft): HiddenTask {
  const words = loadRulerWords(draft.language);
  const { first, next, question, example } = words.variables;
  const chains = chainsOf(draft);
  const [asked] = chains;
  const { value, names, positions } = asked!;
  const evidence = chains.flatMap((chain) =>
    chain.names.map((name, i) => ({
      text:
        i === 0
          ? filledIn(first, { name, value: chain.value })
          : filledIn(next, { name, previous: chain.names[i - 1]! }),
      position: chain.positions[i]!,
    })),
  );
  const asking = [
    ...(parametersOf(draft).example ? [example] : []),
    filledIn(question, { value, count: names.length }),
  ].join('\n\n');
  return {
    kind: 'hidden',
    evidence: evidence.sort((a, b) => a.position - b.position),
    positions,
    between: '\n',
    question: asking,
    answer: names.join(', '),
    made: noise(words),
    forbidden: [],
    wording: {
      places: {},
      optional: { question: asking, query: value, num_v: `${names.length}`, example },
      ...(draft.announce && { template: announced(words.announce.variables) }),
    },
  };
}
