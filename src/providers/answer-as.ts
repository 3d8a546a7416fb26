import type { AnswerList, Reading } from '../benchmarks/reading.js';
import { curveRecall, type ModelProfile, profileParameters } from './model-profiles.js';

export interface SeenPiece {
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
  seen: readonly SeenPiece[];
  stands(text: string): boolean;
}

/**
 * What a model with a profile answers to a prompt.
 *
 * @param random - the only source of chance
 */
export function answerAs(found: Found, profile: ModelProfile, random: () => number): string {
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
      const list = reading.list?.(seen.map(({ piece }) => piece).sort((a, b) => a - b));
      const listed = list && listedWrongly(list, profile, random);
      if (listed) return list.write(listed);
      const told = seen.filter(({ piece }) => {
        const { role } = reading.pieces[piece]!;
        if (role === 'change') return profile.profile !== 'stale';
        return role !== 'bait' || profile.profile === 'obedient';
      });
      const known = recalled(told, profile, random).map((i) => told[i]!.piece);
      return reading.answer(
        known.sort((a, b) => a - b),
        stands,
      );
    }
  }
}

/** The items that a lazy, a repeating or a hasty model lists; nothing for all others. */
function listedWrongly(
  { items, mistaken = items }: AnswerList,
  profile: ModelProfile,
  random: () => number,
): AnswerList['items'] | undefined {
  const { after, step, length, share } = profileParameters(profile);
  const read = items.slice(0, after);
  const last = read.at(-1);
  switch (profile.profile) {
    case 'lazy':
      // Numbers go on in regular steps; what is copied breaks off.
      if (typeof last === 'string') return read;
      return [...read, ...items.slice(after).map((_, i) => (last ?? 0) + step * (i + 1))];
    case 'repeating':
      if (last === undefined) return [];
      return [...read, ...Array<typeof last>(Math.max(0, length - read.length)).fill(last)];
    case 'hasty':
      return items.map((item, i) => (random() < share ? mistaken[i]! : item));
    default:
      return undefined;
  }
}

/** The pieces that a model recalls, by number, ascending. */
function recalled(
  seen: readonly SeenPiece[],
  profile: ModelProfile,
  random: () => number,
): number[] {
  const { recall, curve, from, tokens, side, after } = profileParameters(profile);
  const isRecalled = ({ position, tokensBefore, tokensAfter }: SeenPiece, i: number): boolean => {
    switch (profile.profile) {
      case 'forgetful':
        return random() < (curve ? curveRecall(curve, tokensBefore + tokensAfter) : recall);
      case 'lost-in-the-middle':
        return random() < recall + (1 - recall) * Math.abs(2 * position - 1);
      case 'lost-in-the-tail':
        return random() < (position <= from ? 1 : recall);
      case 'recent':
      case 'window':
        return (side === 'first' ? tokensBefore : tokensAfter) < tokens;
      case 'lazy':
        return i < after;
      default:
        return true;
    }
  };
  return seen.flatMap((piece, i) => (isRecalled(piece, i) ? [i] : []));
}
