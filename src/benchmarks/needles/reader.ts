import type { Piece, Understood } from '../understood.js';
import { askFor, type NeedleCase, setOf } from './hidden-needles.js';
import { loadNeedles, NEEDLE_LANGUAGES, type Needle, type NeedleSet } from './needle-sets.js';

/** A sentence as it stands in a prompt, and the needle that it belongs to. */
type Sentence = Piece & { needle: Needle };

/** Reads prompts with needles: finds the sentences that answer what a prompt asks. */
export function read(prompt: string, theCase?: NeedleCase): Understood | undefined {
  const sets = theCase
    ? [setOf(theCase)]
    : NEEDLE_LANGUAGES.map((language) => loadNeedles(language));
  for (const set of sets) {
    const asked = askedIn(prompt, set);
    if (asked.length > 0) return understand(prompt, set, asked);
  }
  return undefined;
}

/** The needles whose questions a prompt asks, in their order. */
function askedIn(prompt: string, { single, chains }: NeedleSet): Needle[] {
  return [...single, ...chains]
    .map((needle) => ({ needle, at: prompt.lastIndexOf(needle.question) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ needle }) => needle);
}

function understand(prompt: string, set: NeedleSet, asked: readonly Needle[]): Understood {
  const pieces = sentencesIn(prompt, asked, endOfText(prompt, set, asked));
  const answerTo = (needle: Needle, recalled: ReadonlySet<Piece>) => {
    const own = pieces.filter((piece) => piece.needle === needle);
    if (own.length === needle.sentences.length && own.every((piece) => recalled.has(piece))) {
      return needle.answer;
    }
    const like = needle.distractors.find(({ sentence }) => prompt.includes(sentence));
    if (like) return like.keywords[0]!;
    return asked.length > 1 ? set.absent[0]! : anotherAnswer(set, needle);
  };
  return {
    pieces,
    answer(recalled) {
      const known = new Set(recalled.map((i) => pieces[i]!));
      return asked.map((needle) => answerTo(needle, known)).join('\n');
    },
  };
}

/** Where the question begins, if it stands behind the text. */
function endOfText(prompt: string, set: NeedleSet, asked: readonly Needle[]): number {
  const whole = prompt.lastIndexOf(askFor(asked, set));
  const question = whole >= 0 ? whole : prompt.lastIndexOf(asked[0]!.question);
  return question > 0 ? prompt.slice(0, question).trimEnd().length : prompt.length;
}

function sentencesIn(prompt: string, asked: readonly Needle[], end: number): Sentence[] {
  return asked
    .flatMap((needle) => needle.sentences.map((text) => ({ text, needle })))
    .map(({ text, needle }) => {
      const start = prompt.indexOf(text);
      return { text, needle, start, position: Math.min(1, start / Math.max(1, end - text.length)) };
    })
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
}

/** What a reader says who has not found the right sentence: the answer to another question. */
function anotherAnswer({ single, chains, absent }: NeedleSet, needle: Needle): string {
  const all = single.includes(needle) ? single : chains;
  const next = all[(all.indexOf(needle) + 1) % all.length]!;
  return next === needle ? absent[0]! : next.answer;
}
