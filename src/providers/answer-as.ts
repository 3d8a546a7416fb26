import type { AnswerList, Reading } from '../benchmarks/reading.js';
import { profileParameters, type ReaderProfile, recallAt } from './reader-profiles.js';

export interface Seen {
  piece: number;
  /** 0 at the start of the data, 1 at their end. */
  position: number;
  /** Tokens between the start of the prompt and the piece. */
  tokensBefore: number;
  /** Tokens between the piece and the end of the prompt. */
  tokensAfter: number;
}

export interface Found {
  reading: Reading;
  seen: readonly Seen[];
  stands(text: string): boolean;
}

/**
 * What a reader with a profile answers to a prompt.
 *
 * @param random - the only source of chance
 */
export function answerAs(found: Found, profile: ReaderProfile, random: () => number): string {
  const { reading, seen, stands } = found;
  switch (profile.profile) {
    case 'silent':
      return '';
    case 'refusing':
      return "I'm sorry, but I cannot help with that.";
    case 'rambling':
      return 'The text tells of many people and places. It was a pleasure to read.';
    case 'reciting':
      return seen.map(({ piece }) => reading.pieces[piece]!.text).join('\n');
    default: {
      const pieces = (which: readonly number[]) =>
        which.map((i) => seen[i]!.piece).sort((a, b) => a - b);
      const list = reading.list?.(pieces([...seen.keys()]));
      const listed = list && listedWrongly(list, profile, random);
      if (listed) return list.write(listed);
      return reading.answer(pieces(recalled(seen, profile, random)), stands);
    }
  }
}

/** The items that a lazy, a repeating or a hasty reader lists; nothing for all others. */
function listedWrongly(
  { items, mistaken = items }: AnswerList,
  profile: ReaderProfile,
  random: () => number,
): AnswerList['items'] | undefined {
  const { profile: name } = profile;
  switch (name) {
    case 'lazy': {
      const { after, step } = profileParameters({ ...profile, profile: name });
      const read = items.slice(0, after);
      const last = read.at(-1) ?? 0;
      // Numbers go on in regular steps; what is copied breaks off.
      if (typeof last === 'string') return read;
      return [...read, ...items.slice(after).map((_, i) => last + step * (i + 1))];
    }
    case 'repeating': {
      const { after, length } = profileParameters({ ...profile, profile: name });
      const read = items.slice(0, after);
      const last = read.at(-1);
      if (last === undefined) return [];
      return [...read, ...Array<typeof last>(Math.max(0, length - read.length)).fill(last)];
    }
    case 'hasty': {
      const { share } = profileParameters({ ...profile, profile: name });
      return items.map((item, i) => (random() < share ? mistaken[i]! : item));
    }
    default:
      return undefined;
  }
}

/** The pieces that a reader recalls, by number, ascending. */
function recalled(seen: readonly Seen[], profile: ReaderProfile, random: () => number): number[] {
  const choose = (isRecalled: (piece: Seen, i: number) => boolean) =>
    seen.flatMap((piece, i) => (isRecalled(piece, i) ? [i] : []));
  const { profile: name } = profile;
  switch (name) {
    case 'forgetful': {
      const { recall, curve } = profileParameters({ ...profile, profile: name });
      return choose(({ tokensBefore, tokensAfter }) => {
        const chance = curve === undefined ? recall : recallAt(curve, tokensBefore + tokensAfter);
        return random() < chance;
      });
    }
    case 'lost-in-the-middle': {
      const { recall } = profileParameters({ ...profile, profile: name });
      return choose(
        ({ position }) => random() < recall + (1 - recall) * Math.abs(2 * position - 1),
      );
    }
    case 'lost-in-the-tail': {
      const { from, recall } = profileParameters({ ...profile, profile: name });
      return choose(({ position }) => random() < (position <= from ? 1 : recall));
    }
    case 'window': {
      const { tokens, side } = profileParameters({ ...profile, profile: name });
      return choose((piece) => piece[side === 'first' ? 'tokensBefore' : 'tokensAfter'] < tokens);
    }
    case 'lazy': {
      const { after } = profileParameters({ ...profile, profile: name });
      return choose((_, i) => i < after);
    }
    default:
      return choose(() => true);
  }
}
