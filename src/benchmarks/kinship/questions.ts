/**
 * Asks questions of the Ancestral Trace Challenge: the most distant ancestor, as in the paper, or as in version
 * 2 of OpenCompass (`needlebench_v2/atc.py`) the ancestor or descendant at a distance, or that distance. All
 * need the whole chain.
 */

import { sum } from '../../base/numbers.js';
import { LETTERS } from '../letters.js';
import type { Reading } from '../reading.js';
import type { Kinship, Puzzle } from './kinship.js';

/** `choice` and `open` both ask for the most distant ancestor. */
export type KinshipTask = 'choice' | 'open' | 'ancestor' | 'descendant' | 'distance';

export interface KinshipAsking {
  task: KinshipTask;
  /** Order of the options, from 1 to 4. */
  rotation?: number;
  boxed?: boolean;
  reasoning?: boolean;
}

export interface AskedQuestion {
  text: string;
  answer: string;
  right: string;
  options: string[];
}

export function generationsOf({ links }: Puzzle): number {
  return links.reduce((sum, { generations }) => sum + generations, 0);
}

export function ask(
  kinship: Kinship,
  puzzle: Puzzle,
  { task, boxed = false, reasoning = false }: KinshipAsking,
  options: readonly string[],
): AskedQuestion {
  const [youngest, eldest] = [puzzle.chain[0]!, puzzle.chain.at(-1)!];
  const generations = `${generationsOf(puzzle)}`;
  const right = task === 'distance' ? generations : task === 'descendant' ? youngest : eldest;
  const asked = kinship.ask[task === 'choice' || task === 'open' ? 'eldest' : task]
    .replace('{person}', task === 'descendant' ? eldest : youngest)
    .replace('{other}', eldest)
    .replace('{generations}', generations);
  const { closing, between } = kinship;
  const sentences = [
    asked,
    ...(reasoning ? [kinship.reasoning] : []),
    task === 'choice'
      ? closing.letter
      : task === 'distance'
        ? closing[boxed ? 'boxedNumber' : 'number']
        : closing[boxed ? 'boxedName' : 'name'],
  ];
  const lines = options.map((name, i) =>
    kinship.option.replace('{letter}', LETTERS[i]!).replace('{name}', name),
  );
  const said = LETTERS[options.indexOf(eldest)] ?? right;
  return {
    text: [sentences.join(between), ...lines].join('\n'),
    answer: boxed ? `\\boxed{${said}}` : kinship.answer.replace('{answer}', said),
    right,
    options: [...options],
  };
}

/**
 * Follows the statements as far as they are recalled.
 *
 * @param positions - of the statements of the puzzle
 */
export function kinshipReading(
  kinship: Kinship,
  { chain, links, statements }: Puzzle,
  { task, boxed, options }: KinshipAsking & { options: readonly string[] },
  positions: readonly number[],
): Reading {
  const isDown = task === 'descendant';
  const people = isDown ? chain.toReversed() : chain;
  const way = isDown ? links.toReversed() : links;
  return {
    pieces: statements.map((text, i) => ({ text, position: positions[i]! })),
    answer(recalled) {
      const known = new Set(recalled.map((i) => statements[i]!));
      const lost = way.findIndex(({ text }) => !known.has(text));
      const steps = lost < 0 ? way.length : lost;
      const met = people.slice(0, steps + 1);
      // Who met several options takes the last, who met none the first.
      const option = Math.max(0, options.indexOf(met.findLast((name) => options.includes(name))!));
      const said =
        task === 'choice'
          ? LETTERS[option]!
          : task === 'distance'
            ? `${sum(way.slice(0, steps).map(({ generations }) => generations))}`
            : met.at(-1)!;
      return boxed ? `\\boxed{${said}}` : kinship.answer.replace('{answer}', said);
    },
  };
}
