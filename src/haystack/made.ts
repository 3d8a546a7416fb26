import type { MadeHaystack } from './haystack.js';
import { Prose } from './prose.js';

const ONE_PARAGRAPH = 1e9;

/**
 * Makes a haystack's text, as long as needed.
 *
 * @returns what gives the text from its beginning, at least `length` UTF-16 units of it
 */
export function madeText(made: MadeHaystack, seed: number): (length: number) => string {
  const { sentences, slots, order } = made;
  if (order === 'in turn') {
    const round = `\n${sentences.join(' ')}`;
    return (length) => round.repeat(Math.ceil(length / round.length));
  }
  const bank = {
    paragraph: [ONE_PARAGRAPH, ONE_PARAGRAPH] as [number, number],
    sentences: [...sentences],
    slots: Object.fromEntries(Object.entries(slots).map(([slot, list]) => [slot, [...list]])),
  };
  const prose = new Prose(bank, '\n', `made/${made.name}/${seed}`);
  return (length) => prose.atLeast(length);
}

export function isMade(haystack: unknown): haystack is MadeHaystack {
  return typeof haystack === 'object' && haystack !== null && 'sentences' in haystack;
}
