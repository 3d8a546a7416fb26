import { literal } from '../../text/literal.js';
import { fill, type StarKind, type Wording } from './star-sentences.js';

/** A star sentence as a reader finds it, without knowing what is true. */
export interface Sentence {
  kind: StarKind;
  start: number;
  end: number;
  text: string;
  count?: number;
  wrong?: number;
  difference?: number;
}

/**
 * A pattern that finds a kind of star sentence, whatever its numbers; the end of the sentence may be
 * missing. The named groups `count`, `wrong` and `difference` hold the numbers.
 */
export function starPattern(template: string, wording: Wording): RegExp {
  const sentence = fill(template, wording)
    .trim()
    .replace(/[.。]$/u, '');
  const seen = new Set<string>();
  const pattern = literal(sentence).replace(
    /\\\{(count|wrong|difference)\\\}/g,
    (_, name: string) => {
      if (seen.has(name)) return '\\d+';
      seen.add(name);
      return `(?<${name}>\\d+)`;
    },
  );
  return new RegExp(pattern, 'giu');
}

/** All star sentences of a text, in order. */
export function findStars(wording: Wording, text: string): Sentence[] {
  const byStart = new Map<number, Sentence>();
  for (const [kind, template] of Object.entries(wording.sentences)) {
    for (const match of text.matchAll(starPattern(template, wording))) {
      const found: Sentence = {
        kind: kind as StarKind,
        start: match.index,
        end: match.index + match[0].length,
        text: match[0],
      };
      for (const name of ['count', 'wrong', 'difference'] as const) {
        const number = match.groups?.[name];
        if (number !== undefined) found[name] = Number(number);
      }
      // A plain sentence can be the beginning of a longer one that corrects itself.
      const other = byStart.get(found.start);
      if (!other || other.end < found.end) byStart.set(found.start, found);
    }
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}

/**
 * Work out the true counts that sentences tell, as a careful reader would.
 *
 * @returns one count for each sentence
 */
export function solve(sentences: readonly Sentence[]): number[] {
  const counts: number[] = [];
  sentences.forEach(({ kind, count, wrong, difference = 0 }, i) => {
    if (kind === 'lastOver' || kind === 'lastUnder') {
      const before = counts[i - 1];
      if (before !== undefined) {
        counts[i - 1] = before + (kind === 'lastOver' ? -difference : difference);
      }
    }
    if (kind === 'selfOver') counts.push(wrong! - difference);
    else if (kind === 'selfUnder') counts.push(wrong! + difference);
    else counts.push(count!);
  });
  return counts;
}
