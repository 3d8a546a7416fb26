import { profileParameters, type ReaderProfile, recallAt } from '../benchmarks/reader-profiles.js';
import type { Understood } from '../benchmarks/understood.js';

/** Where a reader came across a piece of evidence. */
export interface Seen {
  /** 0 at the start of the data, 1 at their end. */
  position: number;
  /** Tokens between the start of the prompt and the piece. */
  tokensBefore: number;
  /** Tokens between the piece and the end of the prompt. */
  tokensAfter: number;
}

/**
 * What a reader with a profile answers to a prompt.
 *
 * @param understood - what a careful reader gets out of it
 * @param seen - where each piece of evidence stands
 * @param random - the only source of chance
 */
export function answerAs(
  understood: Understood,
  seen: readonly Seen[],
  profile: ReaderProfile,
  random: () => number,
): string {
  switch (profile.profile) {
    case 'silent':
      return '';
    case 'refusing':
      return "I'm sorry, but I cannot help with that.";
    case 'rambling':
      return 'The text tells of many people and places. It was a pleasure to read.';
    case 'reciting':
      return understood.pieces.map(({ text }) => text).join('\n');
    default:
      return (
        understood.ownDefect?.(profile, random) ??
        understood.answer(recalled(seen, profile, random))
      );
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
