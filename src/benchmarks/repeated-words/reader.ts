import type { Case } from '../../case.js';
import { profileParameters, type ReaderProfile } from '../reader-profiles.js';
import type { Understood } from '../understood.js';
import { loadRepeatedWords, REPEATED_LANGUAGES } from './words.js';

/** Reads the repeated words test: copies the text, and forgets the other word where it is not recalled. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const languages = theCase ? [theCase.language] : REPEATED_LANGUAGES;
  for (const { instruction } of languages.map(loadRepeatedWords)) {
    const before = prompt.indexOf(instruction);
    if (before >= 0) return copied(prompt, before + instruction.length);
  }
  return undefined;
}

function copied(prompt: string, behind: number): Understood {
  const text = prompt.slice(behind).trim();
  const words = text.split(' ');
  // Of two words that differ, the common one is the one that the third agrees with.
  const common = words[0] === words[1] ? words[0] : (words[2] ?? words[1]);
  const index = words.findIndex((word) => word !== common);
  const start =
    behind + prompt.slice(behind).indexOf(text) + words.slice(0, index).join(' ').length;
  return {
    pieces:
      index < 0
        ? []
        : [{ text: words[index]!, start, position: index / Math.max(1, words.length - 1) }],
    answer: (recalled) =>
      recalled.includes(0) || index < 0 ? text : words.map(() => common).join(' '),
    ownDefect: (profile) => ownDefect(profile, words),
  };
}

/** A lazy reader stops after some words, and a repeating one does not know where to stop. */
function ownDefect(given: ReaderProfile, words: readonly string[]): string | undefined {
  const { profile } = given;
  if (profile === 'lazy') {
    return words.slice(0, profileParameters({ ...given, profile }).after).join(' ');
  }
  if (profile !== 'repeating') return undefined;
  const { after, length } = profileParameters({ ...given, profile });
  const last = words[Math.min(after, words.length) - 1] ?? '';
  const more = Math.max(0, length - Math.min(after, words.length));
  return [...words.slice(0, after), ...new Array<string>(more).fill(last)].join(' ');
}
